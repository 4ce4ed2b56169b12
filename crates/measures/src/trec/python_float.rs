//! Doubles as Python prints them, so that files of both worlds compare equal byte by byte.

/// The shortest decimal that reads back as the same double, in the form of Python's `repr`: `1.0`, `0.0001`,
/// `1e-05`, `1e+16`.
///
/// Exponents appear below 1e-4 and from 1e16 on, with at least two digits and a sign. NaN and the infinities
/// are `nan`, `inf` and `-inf`.
///
/// ```
/// use sokutei_measures::trec::python_float;
///
/// assert_eq!([1.0, 1e-5, 1e16, 0.1 + 0.2].map(python_float), ["1.0", "1e-05", "1e+16", "0.30000000000000004"]);
/// ```
#[must_use]
pub fn python_float(value: f64) -> String {
    let mut text = String::new();
    push_python_float(&mut text, value);
    text
}

/// Appends what [`python_float`] returns.
pub(super) fn push_python_float(text: &mut String, value: f64) {
    // zmij is quick and gives the same digits, but has its own limits for exponents
    if (1e-4..1e16).contains(&value.abs()) {
        text.push_str(zmij::Buffer::new().format_finite(value));
    } else if value.is_finite() {
        push_by_exponent(text, value);
    } else {
        text.push_str(match value {
            v if v.is_nan() => "nan",
            v if v < 0.0 => "-inf",
            _ => "inf",
        });
    }
}

fn push_by_exponent(text: &mut String, value: f64) {
    let rust = format!("{value:?}"); // the same digits and the same limits, but 1e-5 and 1e16
    match rust.split_once('e') {
        None => text.push_str(&rust),
        Some((digits, exponent)) => {
            let exponent: i32 = exponent.parse().expect("Rust prints exponents as whole numbers");
            text.push_str(digits.strip_suffix(".0").unwrap_or(digits));
            text.push_str(if exponent < 0 { "e-" } else { "e+" });
            text.push_str(&format!("{:02}", exponent.abs()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_look_as_in_python() {
        // printed by Python 3.11: [repr(x) for x in ...]
        let cases = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-2.5, "-2.5"),
            (0.1, "0.1"),
            (1.0 / 3.0, "0.3333333333333333"),
            (123456789.125, "123456789.125"),
            (0.0001, "0.0001"),
            (0.00012345, "0.00012345"),
            (0.00009999, "9.999e-05"),
            (1e-5, "1e-05"),
            (1.5e-10, "1.5e-10"),
            (9999999999999998.0, "9999999999999998.0"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.2345e20, "1.2345e+20"),
            (1e100, "1e+100"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
        ];
        for (value, expected) in cases {
            assert_eq!(python_float(value), expected);
        }
        assert_eq!(
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(python_float),
            ["nan", "inf", "-inf"]
        );
    }
    #[test]
    fn both_ways_to_the_digits_agree() {
        let mut bits = 1u64;
        for _ in 0..200_000 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            // exponents from 2^-14 to 2^53, where the quick way goes
            let exponent = 1023 - 14 + (bits >> 57) % 68;
            let value = f64::from_bits(exponent << 52 | bits >> 12);
            let mut by_exponent = String::new();
            push_by_exponent(&mut by_exponent, value);
            assert_eq!(python_float(value), by_exponent);
        }
        for value in [
            1e-4,
            0.000_099_999,
            1e15,
            9_999_999_999_999_998.0,
            1e16,
            -1e-4,
            0.1 + 0.2,
            100.0,
        ] {
            let mut by_exponent = String::new();
            push_by_exponent(&mut by_exponent, value);
            assert_eq!(python_float(value), by_exponent);
        }
    }
}
