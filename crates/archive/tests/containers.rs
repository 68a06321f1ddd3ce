//! Containers of every format: their contents, and the errors of damaged ones.

use pinnacle_archive::{
    Entry, Error, ErrorKind, Limits, Opened, Source, Visitor, find, open, walk,
};
use pinnacle_testing::archives::{answer, ar, ar_member, gzip, record, tar, zip};
use std::ops::ControlFlow;

/// The content of files in most tests.
const PROGRAM: &[u8] = b"a program\n";

/// [`PROGRAM`] as `xz` compresses it.
const PROGRAM_XZ: &[u8] = b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4\x46\x02\0\x21\x01\x1c\0\0\0\x10\xcf\x58\
    \xcc\x01\0\x09a program\n\0\0\0\x82\x36\x4b\xe6\xe3\xc7\xcc\x52\0\x01\x22\x0a\x15\x1a\xe1\x67\
    \x1f\xb6\xf3\x7d\x01\0\0\0\0\x04YZ";

/// [`PROGRAM`] as a server compresses it by Brotli.
const PROGRAM_BROTLI: &[u8] = b"\x1b\x09\0\xf8\x25\x15\x40\xc2\x4a\x91\x4a\xc2\x8a\x07";

/// Lists the entries of a container: names with contents, or with the reason why they are not read.
#[derive(Default)]
struct Listing(Vec<(String, Result<Vec<u8>, ErrorKind>)>);

impl Visitor for Listing {
    fn visit(&mut self, entry: Entry<'_>) -> Result<ControlFlow<()>, Error> {
        let name = entry.name.to_owned();
        let contents = entry.read();
        if let Err(error) = &contents
            && error.is_final()
        {
            return Err(error.clone());
        }
        self.0.push((name, contents.map_err(|error| error.kind())));
        Ok(ControlFlow::Continue(()))
    }
}

fn listing(source: Source<'_>) -> Result<Listing, Error> {
    let mut listing = Listing::default();
    match open(source, &Limits::default())? {
        Opened::Container(container) => walk(container, &mut listing)?,
        Opened::File(_) => panic!("expected a container"),
    }
    Ok(listing)
}

/// Returns the names in a container whose files are all [`PROGRAM`], whichever way it is read.
fn names(bytes: &[u8]) -> Vec<String> {
    let lists = [Source::bytes(bytes), Source::stream(bytes)].map(|source| {
        let listing = listing(source).expect("a good container");
        let names = listing.0.into_iter().map(|(name, contents)| {
            assert_eq!(contents.as_deref(), Ok(PROGRAM), "{name}");
            name
        });
        names.collect::<Vec<_>>()
    });
    let [names, streamed] = lists;
    assert_eq!(names, streamed);
    names
}

/// The reason why the only file of a container is not read.
fn refusal(bytes: &[u8]) -> ErrorKind {
    match &listing(Source::bytes(bytes)) {
        Ok(Listing(list)) => match &list[..] {
            [(_, Err(kind))] => *kind,
            list => panic!("expected one refusal, found {} files", list.len()),
        },
        Err(error) => error.kind(),
    }
}

#[test]
fn zip_archives_and_extensions_are_read() {
    let archive = zip(&[("a.pexe", PROGRAM), ("folder/b.pexe", PROGRAM)]);
    let expected = ["a.pexe", "folder/b.pexe"];
    assert_eq!(names(&archive), expected);
    let second: &[&[u8]] = &[b"Cr24\x02\0\0\0\x03\0\0\0\x02\0\0\0keysi", &archive];
    assert_eq!(names(&second.concat()), expected);
    let third: &[&[u8]] = &[b"Cr24\x03\0\0\0\x03\0\0\0key", &archive];
    assert_eq!(names(&third.concat()), expected);
    assert_eq!(names(&zip(&[])), [""; 0]);
    let fourth: &[&[u8]] = &[b"Cr24\x04\0\0\0\x03\0\0\0key", &archive];
    assert_eq!(refusal(&fourth.concat()), ErrorKind::Unsupported);
}

#[test]
fn archives_of_objects_are_read_with_long_names_of_gnu_and_bsd() {
    let long = "a_module_with_a_long_name.bc";
    assert_eq!(
        names(&ar(&[("a.o", PROGRAM), (long, PROGRAM)])),
        ["a.o", long]
    );
    assert_eq!(names(&ar(&[])), [""; 0]);
    let mut bsd = b"!<arch>\n".to_vec();
    ar_member(&mut bsd, "__.SYMDEF SORTED", &[0; 3]);
    ar_member(
        &mut bsd,
        "#1/12",
        &[&b"long name.o\0"[..], PROGRAM].concat(),
    );
    ar_member(&mut bsd, "b.o", PROGRAM);
    assert_eq!(names(&bsd), ["long name.o", "b.o"]);
}

#[test]
fn archives_of_objects_that_are_damaged_are_refused() {
    let whole = ar(&[("a.o", PROGRAM), ("b.o", PROGRAM)]);
    let mut no_header = whole.clone();
    no_header.extend(b"what is this");
    assert_eq!(refused(&no_header), ErrorKind::Damaged);
    for (name, contents) in [("/7", PROGRAM), ("#1/99", PROGRAM), ("#1/x", PROGRAM)] {
        let mut archive = b"!<arch>\n".to_vec();
        ar_member(&mut archive, name, contents);
        assert_eq!(refused(&archive), ErrorKind::Damaged, "{name}");
    }
    // The end of the last member is missing.
    let Listing(list) = listing(Source::bytes(&whole[..whole.len() - 2])).expect("it is read");
    assert_eq!(list.len(), 2);
}

/// The reason why a container is not read, or not to its end.
fn refused(bytes: &[u8]) -> ErrorKind {
    match listing(Source::bytes(bytes)) {
        Ok(Listing(list)) => panic!("expected an error, found {} files", list.len()),
        Err(error) => error.kind(),
    }
}

#[test]
fn tar_archives_are_read_and_long_names_too() {
    let long = format!("{}a.pexe", "folder/".repeat(40));
    let archive = tar(&[("a.pexe", PROGRAM), (&long, PROGRAM)]);
    let names = names(&archive);
    assert_eq!(names[0], "a.pexe");
    assert_eq!(names[1], long);
}

#[test]
fn compression_is_taken_off() {
    let archive = tar(&[("a.pexe", PROGRAM), ("b.pexe.gz", &gzip(PROGRAM))]);
    assert_eq!(names(&gzip(&archive)), ["a.pexe", "b.pexe.gz"]);
    assert_eq!(names(&gzip(&gzip(&archive))), ["a.pexe", "b.pexe.gz"]);
    let many = (0..4).fold(archive, |bytes, _| gzip(&bytes));
    let error = open(Source::bytes(&many), &Limits::default());
    assert_eq!(error.unwrap_err().kind(), ErrorKind::TooDeep);
}

#[test]
fn every_compression_is_known() {
    for packed in [
        gzip(PROGRAM),
        PROGRAM_XZ.to_vec(),
        zstd(),
        bzip2_of_program(),
    ] {
        let opened = open(Source::bytes(&packed), &Limits::default());
        let Ok(Opened::File(plain)) = opened else {
            panic!("expected a file, found {opened:?}");
        };
        assert_eq!(plain.compressions.len(), 1);
        let mut contents = plain.contents;
        let mut bytes = Vec::new();
        contents.read_to_end(&mut bytes).expect("good data");
        assert_eq!(bytes, PROGRAM);
        // A truncated container is an error, not a shorter file.
        let cut = &packed[..packed.len() - 6];
        let Ok(Opened::File(mut plain)) = open(Source::bytes(cut), &Limits::default()) else {
            continue;
        };
        let error = plain.contents.read_to_end(&mut Vec::new());
        assert!(error.is_err(), "{:?}", plain.compressions);
    }
}

/// [`PROGRAM`] in a stored block of Zstandard, after a skippable frame.
fn zstd() -> Vec<u8> {
    let length = PROGRAM.len() as u8;
    let skipped: &[u8] = b"\x50\x2a\x4d\x18\x02\0\0\0no";
    let head: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd, 0x20, length, length << 3 | 1, 0, 0];
    [skipped, head, PROGRAM].concat()
}

/// [`PROGRAM`] as `bzip2` compresses it.
fn bzip2_of_program() -> Vec<u8> {
    let mut encoder = bzip2::read::BzEncoder::new(PROGRAM, bzip2::Compression::best());
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut encoder, &mut bytes).expect("memory");
    bytes
}

#[test]
fn members_of_members_are_named_by_way() {
    let inner = gzip(&tar(&[("c.pexe", PROGRAM)]));
    let outer = zip(&[("a.pexe", PROGRAM), ("b.tar.gz", &inner)]);
    assert_eq!(names(&outer), ["a.pexe", "b.tar.gz!c.pexe"]);
    let find = |name| find(Source::bytes(&outer), name, &Limits::default());
    assert_eq!(find("b.tar.gz!c.pexe").as_deref(), Ok(PROGRAM));
    assert_eq!(find("b.tar.gz").as_deref(), Ok(&inner[..]));
    assert_eq!(find("b.tar.gz!d").unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn containers_within_one_another_end_somewhere() {
    let deep = |count| (0..count).fold(PROGRAM.to_vec(), |inner, _| zip(&[("in", &inner)]));
    assert_eq!(names(&deep(4)), ["in!in!in!in"]);
    assert_eq!(refusal(&deep(5)), ErrorKind::TooDeep);
    assert_eq!(refusal(&deep(50)), ErrorKind::TooDeep);
}

#[test]
fn bombs_are_refused_within_bounds() {
    let zeros = vec![0; 64 << 20];
    assert_eq!(refusal(&zip(&[("a", &zeros)])), ErrorKind::TooCostly);
    assert_eq!(refusal(&gzip(&tar(&[("a", &zeros)]))), ErrorKind::TooCostly);
    let members = Limits {
        members: 2,
        ..Limits::default()
    };
    let archive = zip(&[("a", PROGRAM), ("b", PROGRAM), ("c", PROGRAM)]);
    let Ok(Opened::Container(container)) = open(Source::bytes(&archive), &members) else {
        panic!("expected a container");
    };
    let error = walk(container, &mut Listing::default());
    assert_eq!(error.unwrap_err().kind(), ErrorKind::TooCostly);
    let member = Limits {
        member: 4,
        ..Limits::default()
    };
    let error = find(Source::bytes(&archive), "b", &member);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn tricks_with_names_links_and_passwords_are_named() {
    for name in ["../a", "/etc/passwd", "a/../../b", "c:\\a", "a\nb", "..\\a"] {
        assert_eq!(refusal(&zip(&[(name, PROGRAM)])), ErrorKind::Name, "{name}");
    }
    let mut locked = zip(&[("a", PROGRAM)]);
    // The flag in the directory.
    let directory = locked.windows(4).position(|bytes| bytes == b"PK\x01\x02");
    locked[directory.expect("a directory") + 8] |= 1;
    assert_eq!(refusal(&locked), ErrorKind::Encrypted);
    let mut link = tar(&[("a", b"")]);
    let header = &mut link[..512];
    header[156] = b'2';
    header[157..160].copy_from_slice(b"b.c");
    let mut header = tar::Header::from_byte_slice(header).clone();
    header.set_cksum();
    link[..512].copy_from_slice(header.as_bytes());
    assert_eq!(refusal(&link), ErrorKind::Link);
}

#[test]
fn damage_concerns_one_member_where_it_can() {
    let mut archive = zip(&[("a", PROGRAM), ("b", PROGRAM)]);
    // The checksum in the directory.
    let directory = archive.windows(4).position(|bytes| bytes == b"PK\x01\x02");
    archive[directory.expect("a directory") + 16] ^= 1;
    let Listing(list) = listing(Source::bytes(&archive)).expect("a good directory");
    assert_eq!(list[0].1, Err(ErrorKind::Damaged));
    assert_eq!(list[1].1.as_deref(), Ok(PROGRAM));
    // The members before the truncation are read.
    let archive = tar(&[("a", PROGRAM), ("b", PROGRAM)]);
    let mut list = Listing::default();
    let Ok(Opened::Container(container)) =
        open(Source::bytes(&archive[..1030]), &Limits::default())
    else {
        panic!("expected a container");
    };
    let error = walk(container, &mut list).unwrap_err();
    assert_eq!((error.kind(), list.0.len()), (ErrorKind::Damaged, 1));
}

/// A web archive with one answer in every coding.
fn crawl() -> Vec<u8> {
    let chunks: &[u8] = b"4\r\na pr\r\n6;name=value\r\nogram\n\r\n0\r\n\r\n";
    let packed = gzip(PROGRAM);
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut zlib, PROGRAM).expect("memory");
    let zlib = zlib.finish().expect("memory");
    let moved = b"HTTP/1.1 302 Found\r\nLocation: /plain\r\n\r\n";
    let date = "2014-01-02T03:04:05Z";
    [
        record("warcinfo", "", date, b"software: x\r\n"),
        answer(
            "http://a.test/plain",
            "Content-Type: text/plain; x\r\n",
            PROGRAM,
        ),
        answer(
            "http://a.test/chunked",
            "Transfer-Encoding: chunked\r\n",
            chunks,
        ),
        answer("http://a.test/gzip", "content-encoding: gzip\r\n", &packed),
        answer(
            "http://a.test/decoded",
            "Content-Encoding: gzip\r\n",
            PROGRAM,
        ),
        answer(
            "http://a.test/br",
            "Content-Encoding: br\r\n",
            PROGRAM_BROTLI,
        ),
        answer(
            "http://a.test/deflate",
            "Content-Encoding: deflate\r\n",
            &zlib,
        ),
        record(
            "request",
            "http://a.test/plain",
            date,
            b"GET /plain HTTP/1.1\r\n\r\n",
        ),
        record("response", "http://a.test/moved", date, moved),
        record(
            "revisit",
            "http://a.test/again",
            date,
            b"HTTP/1.1 200 OK\r\n\r\n",
        ),
        record(
            "response",
            "dns:a.test",
            date,
            b"20140102030405\na.test. A 127.0.0.1\n",
        ),
        record("resource", "http://a.test/plain", date, PROGRAM),
        record("resource", "urn:screenshot:x", date, PROGRAM),
    ]
    .concat()
}

const CRAWLED: &[&str] = &[
    "http://a.test/plain",
    "http://a.test/chunked",
    "http://a.test/gzip",
    "http://a.test/decoded",
    "http://a.test/br",
    "http://a.test/deflate",
    "20140102030405/http://a.test/plain",
    "urn:screenshot:x",
];

#[test]
fn web_archives_are_read_by_url() {
    let crawl = crawl();
    assert_eq!(names(&crawl), CRAWLED);
    assert_eq!(names(&gzip(&crawl)), CRAWLED);
    // Each record compressed by itself, as crawlers write them.
    let records = [
        gzip(&answer("http://a.test/1", "", PROGRAM)),
        gzip(&answer("http://a.test/2", "", PROGRAM)),
    ];
    assert_eq!(
        names(&records.concat()),
        ["http://a.test/1", "http://a.test/2"]
    );
    let find = |name| find(Source::bytes(&crawl), name, &Limits::default());
    assert_eq!(find("http://a.test/br").as_deref(), Ok(PROGRAM));
    assert_eq!(
        find("20140102030405/http://a.test/plain").as_deref(),
        Ok(PROGRAM)
    );
    assert_eq!(
        find("20130501120000/http://a.test/plain").as_deref(),
        Ok(PROGRAM)
    );
}

/// A record of the older web archives: its line without the length, and its bytes.
fn arc_record(line: &str, body: &[u8]) -> Vec<u8> {
    let mut record = format!("{line} {}\n", body.len()).into_bytes();
    record.extend_from_slice(body);
    record.push(b'\n');
    record
}

#[test]
fn older_web_archives_are_read_by_url() {
    let answer = [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n",
        PROGRAM,
    ];
    let answer = answer.concat();
    let moved = b"HTTP/1.1 302 Found\r\nLocation: /plain\r\n\r\n";
    let versions = [
        (
            "1 0 Alexa Internet\nURL IP-address Archive-date Content-type Archive-length\n",
            "",
        ),
        (
            "1 1 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n<arcmetadata/>\n",
            "",
        ),
        (
            "2 0 Alexa Internet\nURL IP-address Archive-date Content-type Result-code Checksum \
             Location Offset Filename Archive-length\n",
            " 200 sum - 76 a.arc",
        ),
    ];
    for (version, fields) in versions {
        let line = |url: &str, date: &str| format!("{url} 192.0.2.1 {date} text/plain{fields}");
        let records = [
            arc_record(
                "filedesc://a.arc 0.0.0.0 19960923142103 text/plain",
                version.as_bytes(),
            ),
            arc_record(
                &line("dns:a.test", "20130501120000"),
                b"20130501120000\na.test. A 192.0.2.1\n",
            ),
            arc_record(&line("http://a.test/plain", "20130501120000"), &answer),
            arc_record(&line("http://a.test/a b", "20130501120000"), &answer),
            arc_record(&line("http://a.test/moved", "20130501120000"), moved),
            arc_record(&line("ftp://a.test/file", "20130501120000"), PROGRAM),
            arc_record(&line("http://a.test/plain", "20140102030405"), &answer),
        ];
        let expected = [
            "http://a.test/plain",
            "http://a.test/a b",
            "ftp://a.test/file",
            "20140102030405/http://a.test/plain",
        ];
        let archive = records.concat();
        assert_eq!(names(&archive), expected, "{version}");
        // Each record compressed by itself, as they were kept.
        let packed: Vec<u8> = records.iter().flat_map(|record| gzip(record)).collect();
        assert_eq!(names(&packed), expected, "{version}");
        let found = find(
            Source::bytes(&packed),
            "http://a.test/a b",
            &Limits::default(),
        );
        assert_eq!(found.as_deref(), Ok(PROGRAM));
        let cut = &archive[..archive.len() - 20];
        assert!(matches!(
            open(Source::bytes(cut), &Limits::default()),
            Ok(Opened::Container(_))
        ));
        let late = find(
            Source::bytes(cut),
            "http://nowhere.test/",
            &Limits::default(),
        );
        assert_eq!(late.unwrap_err().kind(), ErrorKind::Damaged, "{version}");
    }
}

#[test]
fn a_wacz_holds_what_its_web_archives_hold() {
    let archive = zip(&[
        ("archive/data.warc.gz", &gzip(&crawl())),
        ("datapackage.json", PROGRAM),
    ]);
    let mut expected = CRAWLED.to_vec();
    expected.push("datapackage.json");
    assert_eq!(names(&archive), expected);
    // The answer is in the archive in the archive in the archive.
    let within = zip(&[("crawls.wacz", &archive)]);
    assert_eq!(names(&within)[0], "crawls.wacz!http://a.test/plain");
}

#[test]
fn no_damage_breaks_the_reader() {
    let inner = gzip(&tar(&[("c.pexe", PROGRAM)]));
    let seeds = [
        zip(&[("a.pexe", PROGRAM), ("b.tar.gz", &inner)]),
        tar(&[("a.pexe", PROGRAM), ("b.zip", &zip(&[("c", PROGRAM)]))]),
        crawl(),
        gzip(PROGRAM),
        PROGRAM_XZ.to_vec(),
        zstd(),
        bzip2_of_program(),
    ];
    for seed in seeds {
        for place in 0..seed.len() {
            let mut damaged = seed.clone();
            damaged[place] ^= 1 << (place % 8);
            look(&damaged);
            look(&seed[..place]);
        }
    }
}

/// Reads everything that can be read.
fn look(bytes: &[u8]) {
    match open(Source::bytes(bytes), &Limits::default()) {
        Ok(Opened::Container(container)) => {
            let _ = walk(container, &mut Listing::default());
        }
        Ok(Opened::File(mut plain)) => {
            let _ = plain.contents.read_to_end(&mut Vec::new());
        }
        Err(_) => {}
    }
}
