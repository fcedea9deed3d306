"""Sequences, texts and images become the arrays that TensorFlow 1.15 made of them."""

import numpy as np
import pytest

import graphlab as tf

sequence, text, image = (getattr(tf.keras.preprocessing, name) for name in ("sequence", "text", "image"))
TEXTS = ["The cat sat on the mat.", "The dog ate my homework.", "cat dog"]


def test_sequences_are_filled_up_and_cut():
    assert sequence.pad_sequences([[1, 2, 3], [4], []]).tolist() == [[1, 2, 3], [0, 0, 4], [0, 0, 0]]
    cut = sequence.pad_sequences([[1, 2, 3], [4]], maxlen=2, padding="post", truncating="post", value=9)
    assert cut.tolist() == [[1, 2], [4, 9]]
    assert cut.dtype == np.int32
    with pytest.raises(ValueError, match="Found non-iterable: 1"):
        sequence.pad_sequences([1, 2])


def test_windows_of_a_time_series():
    windows = sequence.TimeseriesGenerator(
        np.arange(20), np.arange(20), length=4, sampling_rate=2, stride=2, batch_size=3
    )
    assert len(windows) == 3
    samples, targets = windows[0]
    assert samples.tolist() == [[0, 2], [2, 4], [4, 6]]
    assert targets.tolist() == [4, 6, 8]


def test_texts_become_numbers():
    words = text.Tokenizer(num_words=4, oov_token="<oov>")
    words.fit_on_texts(TEXTS)
    assert list(words.word_index)[:4] == ["<oov>", "the", "cat", "dog"]
    assert words.texts_to_sequences(["the cat flew", ["The", "dog"]]) == [[2, 3, 1], [2, 1]]
    assert words.sequences_to_texts([[2, 3, 9]]) == ["the cat <oov>"]
    np.testing.assert_allclose(words.texts_to_matrix(["the the cat"], "tfidf"), [[0, 0, 1.1736, 0.6931]], atol=1e-4)
    assert text.hashing_trick("the cat sat on the mat", 10, "md5") == [6, 3, 1, 1, 6, 8]
    with pytest.raises(ValueError, match="Unknown vectorization mode"):
        words.texts_to_matrix(["a"], "x")


def test_images_of_a_folder_come_in_batches(tmp_path):
    random = np.random.RandomState(0)
    for name in "ab":
        (tmp_path / name).mkdir()
        for number in range(2):
            image.save_img(tmp_path / name / f"{number}.png", random.uniform(0, 255, (8, 9, 3)))
    generator = image.ImageDataGenerator(rescale=1 / 255.0, horizontal_flip=True)
    batches = generator.flow_from_directory(str(tmp_path), target_size=(4, 5), batch_size=3, seed=1)
    images, labels = next(batches)
    assert images.shape == (3, 4, 5, 3)
    assert labels.shape == (3, 2)
    assert 0.9 < images.max() <= 1
    assert batches.class_indices == {"a": 0, "b": 1}


def test_images_are_changed_as_keras_preprocessing_changes_them():
    pixels = np.random.RandomState(0).uniform(0, 255, (8, 7, 3)).astype("float32")
    np.random.seed(1)
    assert image.random_rotation(pixels, 20, 0, 1, 2).sum() == pytest.approx(21968.178, rel=1e-5)
    assert image.apply_affine_transform(pixels, tx=1, ty=-2, shear=5).sum() == pytest.approx(22481.684, rel=1e-5)
    generator = image.ImageDataGenerator(featurewise_center=True, featurewise_std_normalization=True)
    generator.fit(pixels[np.newaxis])
    assert generator.standardize(pixels).std() == pytest.approx(1, rel=1e-4)
