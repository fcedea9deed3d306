"""What lets a program that imports TensorFlow 1 run unedited: TensorFlow's module names, each meaning graphlab."""
