"""The arithmetic of the tables: a wrong one would be believed."""

import pytest

from tests.benchmarks.figures import number, percentile, ratios, share, shown, summary


def test_a_summary_is_median_least_and_most_of_the_rounds_that_gave_a_figure() -> None:
    assert summary([3.0, None, 1.0, 2.0]) == (2.0, 1.0, 3.0)
    assert summary([None, None]) is None


def test_a_ratio_is_of_the_same_round_and_never_joins_two() -> None:
    assert ratios([10.0, 30.0], [5.0, 10.0]) == [2.0, 3.0]
    assert ratios([10.0, None, 30.0, 4.0], [5.0, 7.0, None, 0.0]) == [2.0, None, None, None]
    with pytest.raises(ValueError, match="zip"):
        ratios([1.0], [1.0, 2.0])


@pytest.mark.parametrize(
    ("percent", "expected"), [(50, 50.0), (99, 99.0), (100, 100.0), (1, 1.0), (0, 1.0), (99.5, 100.0)]
)
def test_a_percentile_is_a_value_that_was_seen(percent: float, expected: float) -> None:
    assert percentile([float(value) for value in range(1, 101)], percent) == expected


def test_the_99th_percentile_of_few_values_is_the_largest() -> None:
    assert percentile([1.0, 2.0, 3.0], 99) == 3.0
    with pytest.raises(ValueError, match="no values"):
        percentile([], 50)


def test_a_share_comes_with_its_standard_error() -> None:
    part, error = share(1300, 2000)
    assert part == 0.65
    assert error == pytest.approx(0.010665, rel=1e-3)


@pytest.mark.parametrize(
    ("figure", "text"),
    [(0, "0"), (81105.4, "81,105"), (123.45, "123"), (12.345, "12.3"), (1.2345, "1.23"), (0.012345, "0.0123")],
)
def test_a_figure_shows_three_digits_and_groups_thousands(figure: float, text: str) -> None:
    assert number(figure) == text


def test_a_series_shows_its_range_where_it_has_one() -> None:
    assert shown([1.0, 2.0, 4.0]) == "2.00 (1.00 … 4.00)"
    assert shown([2.0, 2.0]) == "2.00"
    assert shown([None]) == "-"
