//! Pages that grow, for a reader whose time must be in proportion to them.

/// Makes a page of about as many things as its argument says.
type Page = fn(usize) -> String;

fn numbered(count: usize, thing: impl Fn(usize) -> String) -> String {
    (0..count).map(thing).collect()
}

pub(crate) const PAGES: &[(&str, Page)] = &[
    ("attributes", |size| {
        let attributes = numbered(size, |at| format!(" a{at}=1"));
        format!("<embed type=application/x-pnacl{attributes}>")
    }),
    ("attributes of one name", |size| {
        format!("<embed type=application/x-pnacl{}>", " a=1".repeat(size))
    }),
    ("params and attributes", |size| {
        let attributes = numbered(size, |at| format!(" a{at}=1"));
        let params = numbered(size, |at| format!("<param name=p{at} value=1>"));
        format!("<object type=application/x-pnacl{attributes}>{params}</object>")
    }),
    ("objects in each other", |size| {
        "<object type=application/x-pnacl><param name=a value=1>".repeat(size)
    }),
    ("embeds", |size| {
        "<embed type=application/x-pnacl src=a>".repeat(size)
    }),
    ("ends of objects", |size| "</object>".repeat(size)),
    ("beginnings of tags", |size| "<a <".repeat(size)),
    ("comments", |size| "<!--<script>".repeat(size)),
    ("references", |size| {
        "<embed src='&amp&notit;&#x110000;'>".repeat(size)
    }),
    ("one long value", |size| {
        format!("<embed src='{}", "&x \u{e9}".repeat(size))
    }),
];
