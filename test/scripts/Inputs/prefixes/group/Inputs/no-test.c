// PAGE: Inputs are no tests.
