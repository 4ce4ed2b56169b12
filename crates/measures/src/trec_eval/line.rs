//! The lines that are printed.

use std::fmt;

use super::value::Value;

/// Measure, topic and value, without the end of the line.
///
/// The name is padded to 22 characters, columns are separated by tabs, numbers have four decimals and at least six characters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<'r> {
    /// The measure, with its parameters.
    pub name: &'r str,
    /// The topic, or `all`.
    pub topic: &'r str,
    /// What was computed.
    pub value: &'r Value,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<22}\t{}\t", self.name, self.topic)?;
        match self.value {
            Value::Text(text) => f.write_str(text),
            Value::Count(count) => write!(f, "{count}"),
            Value::Number(number) => write!(f, "{number:6.4}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, value: Value) -> String {
        let line = Line {
            name,
            topic: "q1",
            value: &value,
        };
        line.to_string()
    }

    #[test]
    fn columns_are_padded_as_printf_pads_them() {
        assert_eq!(
            line("map", Value::Number(0.25)),
            "map                   \tq1\t0.2500"
        );
        assert_eq!(line("num_ret", Value::Count(7)), "num_ret               \tq1\t7");
        assert_eq!(
            line("utility_1.5,-1.25,0,0.0", Value::Number(-412.0)),
            "utility_1.5,-1.25,0,0.0\tq1\t-412.0000"
        );
        assert_eq!(
            line("relstring_2", Value::Text("'0-'".to_owned())),
            "relstring_2           \tq1\t'0-'"
        );
    }

    #[test]
    fn halves_are_rounded_to_even_as_printf_does() {
        // 1/32 = 0.03125 and 3/32 = 0.09375 are doubles
        assert!(line("P_32", Value::Number(1.0 / 32.0)).ends_with("\t0.0312"));
        assert!(line("P_32", Value::Number(3.0 / 32.0)).ends_with("\t0.0938"));
    }
}
