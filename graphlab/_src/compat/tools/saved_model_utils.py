"""saved_model_utils: what is in a SavedModel."""

import os

from graphlab._src.io.saved_model.message import parse


def read_saved_model(saved_model_dir):
    """The SavedModel message in a folder. OSError when there is none."""
    return parse(os.fsdecode(saved_model_dir))


def get_saved_model_tag_sets(saved_model_dir):
    """A list of the tags of each of its meta graphs."""
    return [list(meta_graph.meta_info_def.tags) for meta_graph in read_saved_model(saved_model_dir).meta_graphs]


def get_meta_graph_def(saved_model_dir, tag_set):
    """The MetaGraphDef with exactly these tags, separated by commas. RuntimeError when there is none."""
    wanted = set(tag_set.split(","))
    for meta_graph in read_saved_model(saved_model_dir).meta_graphs:
        if set(meta_graph.meta_info_def.tags) == wanted:
            return meta_graph
    raise RuntimeError(f"MetaGraphDef associated with tag-set {tag_set} could not be found in SavedModel")
