import numpy as np

from serbench.stats.outliers import Outliers, classify


def test_fences():
    # Q1 = 25, Q3 = 75, IQR = 50: mild beyond 150, severe beyond 225.
    samples = np.concatenate([np.arange(101.0), [160.0], [400.0]])
    assert classify(samples) == Outliers(mild=1, severe=1)


def test_equal_samples_have_no_outliers():
    assert classify(np.array([])) == Outliers(0, 0)
    assert classify(np.full(10, 3.0)) == Outliers(0, 0)
