"""The exercises of the course, a module for each lesson. They are TensorFlow 1 programs, so they import graphlab as users do."""
