"""Measuring Sayso from outside, through its face: scores, calibration, training, reports."""
