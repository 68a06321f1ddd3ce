//! Reports as web pages: one file with its style sheet, its script and the data of the report.

/// The parts of a page that are the same in each report. `npm run pages` builds them from a folder
/// of `web/pages`.
#[derive(Clone, Copy, Debug)]
pub struct PageTemplate {
    /// The document, with the marks `{{style}}`, `{{data}}` and `{{script}}`, in this order.
    pub html: &'static str,
    /// The style sheet.
    pub style: &'static str,
    /// The script.
    pub script: &'static str,
}

impl PageTemplate {
    /// Returns the page of a report, given its data as JSON. The page makes no network requests.
    ///
    /// # Panics
    ///
    /// Panics if the document lacks one of the marks.
    pub fn page(&self, json: &str) -> String {
        // In JSON the character only occurs in strings, where it can be escaped. So the data
        // contains no end tag.
        let data = json.replace('<', "\\u003c");
        let fixed = self.html.len() + self.style.len() + self.script.len();
        let mut page = String::with_capacity(fixed + data.len());
        let mut rest = self.html;
        for (mark, part) in [
            ("{{style}}", self.style),
            ("{{data}}", &data),
            ("{{script}}", self.script),
        ] {
            let (before, after) = rest
                .split_once(mark)
                .expect("the document has a place for each part");
            page += before;
            page += part;
            rest = after;
        }
        page + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: PageTemplate = PageTemplate {
        html: "<style>{{style}}</style><script>{{data}}</script><script>{{script}}</script>",
        style: "p {}",
        script: "start();",
    };

    #[test]
    fn each_part_has_its_place() {
        assert_eq!(
            TEMPLATE.page("[1]"),
            "<style>p {}</style><script>[1]</script><script>start();</script>"
        );
    }

    #[test]
    fn data_cannot_end_its_script() {
        let page = TEMPLATE.page(r#"["</script><script>alert(1)</script>"]"#);
        assert!(!page.contains("alert(1)</script>"));
    }

    #[test]
    fn marks_in_the_data_are_data() {
        let page = TEMPLATE.page(r#"["{{script}}"]"#);
        assert!(page.ends_with(r#"["{{script}}"]</script><script>start();</script>"#));
    }
}
