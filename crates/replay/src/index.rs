//! The index of an archive: finds the capture of a URL at a given time.

use crate::body::{MAX_BODY, MethodAndBody};
use crate::key::{Key, Keys};
use crate::listing::{MAX_LOOK, Page, Pages};
use crate::moment::Moment;
use crate::picture;
use crate::requests::{Request, Requests};
use crate::scratch::{Extent, Scratch, Writer};
use pinnacle_archive::{self as archive, Container, Error, Limits, Member};
use std::collections::{HashMap, HashSet};
use std::io::{self, Read};
use std::ops::ControlFlow;

/// Maximum length of an indexed text in bytes. Longer ones, such as `data:` URLs, are left out.
const MAX_TEXT: usize = 16 << 10;

/// Maximum number of redirections that are followed, as in browsers.
const MAX_REDIRECTIONS: usize = 20;

/// Maximum number of unreadable members that are listed.
const MAX_REFUSED: usize = 10;

/// Every capture of an archive.
#[derive(Debug)]
pub struct Index {
    keys: Keys,
    scratch: Scratch,
    /// Sorted by key, then by time.
    entries: Vec<Entry>,
    /// Indices into `entries`, sorted by the key without the query.
    paths: Vec<(u64, u32)>,
    /// Indices of the entries whose queries have volatile parameters, sorted by the key without
    /// these.
    stable: Vec<(u64, u32)>,
    pages: Pages,
    refused: Vec<(String, Error)>,
    refused_count: usize,
    damage: Option<Error>,
}

/// A capture in memory.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    moment: Moment,
    /// The status; 200 for a protocol other than HTTP.
    status: u16,
    /// True for a redirection to the same key, as from `http` to `https`.
    is_loop: bool,
    url: Extent,
    /// Content type, encoding and redirection target, separated by line feeds.
    head: Extent,
    /// `None` until the record that a revisit refers to is found.
    content: Option<Extent>,
}

/// A capture that answers a URL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The URL as it was captured.
    pub url: String,
    /// The time of the capture.
    pub moment: Moment,
    /// The status of the answer; 200 for a protocol other than HTTP.
    pub status: u16,
    /// The content type in lower case without parameters; may be empty.
    pub media_type: String,
    /// The encoding that the content type names.
    pub charset: Option<String>,
    /// The target of a redirection as the answer gives it, relative to the URL.
    pub location: Option<String>,
    /// The size of the content in bytes, after its transfer codings are removed.
    pub size: u64,
    content: Extent,
}

/// A revisit that is not resolved yet. It refers to a record by the hash of its ID, by its URL and
/// time, or by the hash of its digest.
struct Open {
    entry: usize,
    id: Option<u64>,
    place: Option<(u64, Moment)>,
    digest: Option<u64>,
    /// True if the record has no response of its own except `304 Not Modified`.
    is_bare: bool,
}

struct Builder {
    keys: Keys,
    scratch: Writer,
    entries: Vec<Entry>,
    pages: Pages,
    open: Vec<Open>,
    requests: Requests,
    /// Revisits, by the hash of their record's ID.
    revisits: HashMap<u64, u32>,
    /// Entries with content, by the hash of their record's ID and of their digest.
    names: HashMap<u64, u32>,
    refused: Vec<(String, Error)>,
    refused_count: usize,
}

impl Index {
    /// Indexes a web archive in one pass, and copies its contents to a scratch file.
    ///
    /// A damaged archive has the captures before the damage; see [`Index::damage`].
    ///
    /// # Errors
    ///
    /// Fails if the archive costs more than its limits allow, or if the scratch file cannot be
    /// written.
    pub fn of(container: Container<'_>) -> Result<Index, Error> {
        let mut builder = Builder {
            keys: Keys::default(),
            scratch: Writer::new()?,
            entries: Vec::new(),
            pages: Pages::default(),
            open: Vec::new(),
            requests: Requests::default(),
            revisits: HashMap::new(),
            names: HashMap::new(),
            refused: Vec::new(),
            refused_count: 0,
        };
        let walked = container.each(&mut |member| {
            builder.add(member)?;
            Ok(ControlFlow::Continue(()))
        });
        let damage = match walked {
            Ok(_) => None,
            Err(error) if error.is_final() => return Err(error),
            Err(error) => Some(error),
        };
        builder.finish(damage)
    }

    /// Indexes an archive from a file or a stream. Returns `None` if it is not a web archive.
    ///
    /// # Errors
    ///
    /// Fails as [`Index::of`] does, and if the file cannot be read.
    pub fn open(source: archive::Source<'_>, limits: &Limits) -> Result<Option<Index>, Error> {
        let archive::Opened::Container(container) = archive::open(source, limits)? else {
            return Ok(None);
        };
        match container.format().is_web_archive() {
            true => Index::of(container).map(Some),
            false => Ok(None),
        }
    }

    /// Returns the number of captures.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no captures.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the pages: those with programs first, then by address and time.
    pub fn pages(&self) -> &[Page] {
        &self.pages.pages
    }

    /// Returns true if the archive has more pages than [`Index::pages`] returns.
    pub fn has_more_pages(&self) -> bool {
        self.pages.is_cut
    }

    /// Returns the URLs of the first captures that could not be read, with the reasons, and the
    /// total number of them.
    pub fn refused(&self) -> (&[(String, Error)], usize) {
        (&self.refused, self.refused_count)
    }

    /// Returns the error that stopped reading before the end of the archive.
    pub fn damage(&self) -> Option<&Error> {
        self.damage.as_ref()
    }

    /// Finds the capture of a URL that is nearest to a moment. An error page is returned only if
    /// nothing else was captured. If the URL was not captured, returns one that differs only in
    /// times and random numbers, or else the URL without its query.
    ///
    /// # Errors
    ///
    /// Fails if the scratch file cannot be read.
    pub fn find(&self, url: &str, moment: Moment) -> io::Result<Option<Capture>> {
        let key = self.keys.of(url);
        if let Some(entry) = nearest(self.entries_of(key), moment) {
            return self.capture(entry).map(Some);
        }
        if let Some(entry) = nearest(self.similar(key), moment) {
            return self.capture(entry).map(Some);
        }
        let same = self.numbered(&self.paths, key.path);
        let same = same.filter(|entry| entry.key.whole == entry.key.path);
        nearest(same, moment)
            .map(|entry| self.capture(entry))
            .transpose()
    }

    /// Finds the capture that answered a request with the same method and body, apart from times
    /// and random numbers in them. For `GET` and
    /// `HEAD` this is [`Index::find`].
    ///
    /// # Errors
    ///
    /// Fails if the scratch file cannot be read.
    pub fn find_answer(
        &self,
        url: &str,
        asked: MethodAndBody<'_>,
        moment: Moment,
    ) -> io::Result<Option<Capture>> {
        if ["GET", "HEAD"].contains(&asked.method) {
            return self.find(url, moment);
        }
        let key = self.keys.of(&asked.address(url));
        nearest(self.entries_of(key), moment)
            .or_else(|| nearest(self.similar(key), moment))
            .map(|entry| self.capture(entry))
            .transpose()
    }

    /// Returns the URL of a picture of a page.
    fn picture(&self, page: &Page) -> io::Result<Option<String>> {
        for name in picture::screenshots(&page.url) {
            // Not the picture of the same address without its query.
            if self.entries_of(self.keys.of(&name)).next().is_some()
                && let Some(capture) = self.find(&name, page.moment)?
                && picture::is_picture(&capture)
            {
                return Ok(Some(name));
            }
        }
        for url in &page.named {
            if let Some(capture) = self.find(url, page.moment)?
                && picture::is_picture(&capture)
            {
                return Ok(Some(url.clone()));
            }
        }
        Ok(None)
    }

    /// Returns the entries with a key.
    fn entries_of(&self, key: Key) -> impl Iterator<Item = &Entry> {
        let start = self
            .entries
            .partition_point(|entry| entry.key.whole < key.whole);
        self.entries[start..]
            .iter()
            .take_while(move |entry| entry.key.whole == key.whole)
    }

    /// Returns the entries of a table with a hash.
    fn numbered<'i>(
        &'i self,
        table: &'i [(u64, u32)],
        sum: u64,
    ) -> impl Iterator<Item = &'i Entry> {
        let start = table.partition_point(|(other, _)| *other < sum);
        table[start..]
            .iter()
            .take_while(move |(other, _)| *other == sum)
            .filter_map(|(_, number)| self.entries.get(*number as usize))
    }

    /// Returns the entries that differ from a key in volatile parameters.
    fn similar(&self, key: Key) -> impl Iterator<Item = &Entry> {
        let without = Key {
            whole: key.stable,
            ..key
        };
        self.entries_of(without)
            .chain(self.numbered(&self.stable, key.stable))
    }

    /// Finds the capture of a URL, following redirections.
    ///
    /// # Errors
    ///
    /// Fails if the scratch file cannot be read.
    pub fn find_content(&self, url: &str, moment: Moment) -> io::Result<Option<Capture>> {
        let mut url = url.to_owned();
        for _ in 0..=MAX_REDIRECTIONS {
            let Some(capture) = self.find(&url, moment)? else {
                return Ok(None);
            };
            let location = capture.location.as_deref();
            let Some(location) = location.filter(|_| (300..400).contains(&capture.status)) else {
                return Ok(Some(capture).filter(|capture| capture.status < 300));
            };
            let Ok(next) = url::Url::parse(&url).and_then(|url| url.join(location)) else {
                return Ok(None);
            };
            url = next.into();
        }
        Ok(None)
    }

    /// Returns every capture that has content, in the order of the archive.
    ///
    /// # Errors
    ///
    /// Fails if the scratch file cannot be read.
    pub fn captures(&self) -> impl Iterator<Item = io::Result<Capture>> {
        let with_content = self.entries.iter().filter(|entry| entry.content.is_some());
        let mut in_order: Vec<&Entry> = with_content.collect();
        in_order.sort_by_key(|entry| entry.url.at);
        in_order.into_iter().map(|entry| self.capture(entry))
    }

    /// Reads a part of the content of a capture; the part is shorter at the end.
    ///
    /// # Errors
    ///
    /// Fails if the scratch file cannot be read.
    pub fn read(&self, capture: &Capture, offset: u64, length: u64) -> io::Result<Vec<u8>> {
        let offset = offset.min(capture.size);
        self.scratch.read(Extent {
            at: capture.content.at + offset,
            length: length.min(capture.size - offset),
        })
    }

    fn capture(&self, entry: &Entry) -> io::Result<Capture> {
        let text = |extent| {
            let bytes = self.scratch.read(extent)?;
            Ok::<_, io::Error>(String::from_utf8_lossy(&bytes).into_owned())
        };
        let (url, head) = (text(entry.url)?, text(entry.head)?);
        let mut lines = head.split('\n').map(str::to_owned);
        let mut next = || lines.next().unwrap_or_default();
        let media_type = next();
        let [charset, location] =
            [next(), next()].map(|text| Some(text).filter(|text| !text.is_empty()));
        let content = entry.content.unwrap_or_default();
        Ok(Capture {
            url,
            moment: entry.moment,
            status: entry.status,
            media_type,
            charset,
            location,
            size: content.length,
            content,
        })
    }
}

/// Returns the nearest entry of one URL, preferring entries that are not errors.
fn nearest<'e>(entries: impl Iterator<Item = &'e Entry>, moment: Moment) -> Option<&'e Entry> {
    entries
        .filter(|entry| entry.content.is_some() && !entry.is_loop)
        .min_by_key(|entry| {
            let is_answer = (200..400).contains(&entry.status) && entry.status != 304;
            (!is_answer, entry.moment.distance(moment))
        })
}

impl Builder {
    /// Adds a member of the archive, if it is a capture.
    fn add(&mut self, member: Member<'_>) -> Result<(), Error> {
        let Member {
            name: url,
            capture,
            contents,
            ..
        } = member;
        let Some(capture) = capture else {
            if let Err(error) = contents {
                self.refuse(url, error);
            }
            return Ok(());
        };
        let mut contents = match contents {
            Ok(contents) => contents,
            Err(error) => {
                self.refuse(url, error);
                return Ok(());
            }
        };
        if let Some(request) = &capture.request {
            let asked = (request.method.as_str(), request.content_type.as_str());
            return self.add_request(&url, asked, &capture, &mut contents);
        }
        let location = capture.location.as_deref().unwrap_or_default();
        let charset = capture.charset.as_deref().unwrap_or_default();
        let texts = [url.as_str(), &capture.media_type, charset, location];
        let is_long = texts.iter().map(|text| text.len()).sum::<usize>() > MAX_TEXT;
        if is_long || texts.iter().any(|text| text.contains(char::is_control)) {
            return Ok(());
        }
        let moment = Moment::of_date(&capture.date);
        let place = self.scratch.put(url.as_bytes())?;
        let head = self.scratch.put(texts[1..].join("\n").as_bytes())?;
        let is_page = capture.is_content() && is_page(&capture.media_type);
        let content = match &capture.revisit {
            Some(_) => None,
            None => match self.keep(&mut contents, is_page)? {
                Ok((content, text)) => {
                    if is_page {
                        self.pages.add(&url, moment, &text, content.length);
                    }
                    Some(content)
                }
                Err(error) => {
                    self.refuse(url, error);
                    return Ok(());
                }
            },
        };
        let key = self.keys.of(&url);
        let target = capture.location.as_deref();
        let is_loop = target.is_some_and(|target| self.is_same(&url, target, key));
        let number = self.entries.len();
        self.entries.push(Entry {
            key,
            moment,
            status: capture.status.unwrap_or(200),
            is_loop,
            url: place,
            head,
            content,
        });
        if let Ok(number) = u32::try_from(number) {
            if let Some(request) = &capture.concurrent_to {
                let request = self.keys.of_name("request", request);
                self.requests.answered(request, number);
            }
            if capture.revisit.is_some() {
                let id = self.keys.of_name("id", &capture.id);
                self.revisits.insert(id, number);
            }
        }
        match capture.revisit {
            Some(revisit) => self.open.push(Open {
                entry: number,
                id: revisit.id.map(|id| self.keys.of_name("id", &id)),
                place: revisit.url.zip(revisit.date).map(|(url, date)| {
                    let date = Moment::of_date(&date);
                    (self.keys.of(&url).whole, date)
                }),
                digest: capture
                    .digest
                    .map(|digest| self.keys.of_name("digest", &digest)),
                is_bare: matches!(capture.status, None | Some(304)),
            }),
            None => self.name(number, &capture.id, &capture.digest),
        }
        Ok(())
    }

    /// Adds a request, by method and content type. One with a body that is too large or cannot be
    /// read is left out.
    fn add_request(
        &mut self,
        url: &str,
        (method, content_type): (&str, &str),
        capture: &archive::Capture,
        contents: &mut dyn Read,
    ) -> Result<(), Error> {
        let Ok(place) = u32::try_from(self.entries.len()) else {
            return Ok(());
        };
        let key = match method {
            "GET" | "HEAD" => None,
            _ => {
                let mut body = Vec::new();
                let mut contents = contents.take(MAX_BODY as u64 + 1);
                if let Err(error) = contents.read_to_end(&mut body) {
                    return reason::<()>(error).map(|_| ());
                }
                if body.len() > MAX_BODY || url.len() > MAX_TEXT {
                    return Ok(());
                }
                let asked = MethodAndBody {
                    method,
                    content_type,
                    body: &body,
                };
                Some(self.keys.of(&asked.address(url)))
            }
        };
        let answer = capture.concurrent_to.as_deref();
        self.requests.add(Request {
            id: self.keys.of_name("request", &capture.id),
            answer: answer.map(|answer| self.keys.of_name("id", answer)),
            url: self.keys.of(url).whole,
            key,
            place,
        });
        Ok(())
    }

    /// Copies the content of a capture to the scratch file. For a page, also returns its start.
    fn keep(
        &mut self,
        contents: &mut dyn Read,
        is_page: bool,
    ) -> Result<Result<(Extent, Vec<u8>), Error>, Error> {
        let mut text = Vec::new();
        if is_page {
            let read = contents.take(MAX_LOOK as u64).read_to_end(&mut text);
            if let Err(error) = read {
                return reason(error);
            }
        }
        let start = self.scratch.put(&text)?;
        let mut failed = None;
        let rest = self.scratch.copy(contents, &mut failed)?;
        if let Some(error) = failed {
            return reason(error);
        }
        let length = start.length + rest.length;
        let at = start.at;
        Ok(Ok((Extent { at, length }, text)))
    }

    fn refuse(&mut self, url: String, error: Error) {
        self.refused_count += 1;
        if self.refused.len() < MAX_REFUSED {
            self.refused.push((url, error));
        }
    }

    /// Returns true if a redirection leads to the same key.
    fn is_same(&self, url: &str, target: &str, key: Key) -> bool {
        let target = url::Url::parse(url).and_then(|url| url.join(target));
        target.is_ok_and(|target| self.keys.of(target.as_str()) == key)
    }

    /// Records the names that a revisit can use to refer to an entry.
    fn name(&mut self, number: usize, id: &str, digest: &Option<String>) {
        let Ok(number) = u32::try_from(number) else {
            return;
        };
        if !id.is_empty() {
            self.names.insert(self.keys.of_name("id", id), number);
        }
        if let Some(digest) = digest {
            let sum = self.keys.of_name("digest", digest);
            self.names.entry(sum).or_insert(number);
        }
    }

    /// Returns the entry with the content that a revisit refers to. `places` has entries with
    /// content by key and moment.
    fn referred(&self, open: &Open, places: &HashMap<(u64, Moment), u32>) -> Option<&Entry> {
        let named = |sum: Option<u64>| self.names.get(&sum?);
        let number = named(open.id)
            .or_else(|| places.get(&open.place?))
            .or_else(|| named(open.digest))?;
        self.entries.get(*number as usize)
    }

    fn finish(mut self, damage: Option<Error>) -> Result<Index, Error> {
        self.resolve();
        self.pair();
        self.entries
            .sort_by_key(|entry| (entry.key.whole, entry.moment));
        let numbered = || (0u32..).zip(&self.entries);
        let mut paths: Vec<(u64, u32)> = numbered()
            .map(|(number, entry)| (entry.key.path, number))
            .collect();
        paths.sort_unstable();
        let mut stable: Vec<(u64, u32)> = numbered()
            .filter(|(_, entry)| entry.key.stable != entry.key.whole)
            .map(|(number, entry)| (entry.key.stable, number))
            .collect();
        stable.sort_unstable();
        self.pages.sort();
        let mut index = Index {
            keys: self.keys,
            scratch: self.scratch.finish()?,
            entries: self.entries,
            paths,
            stable,
            pages: self.pages,
            refused: self.refused,
            refused_count: self.refused_count,
            damage,
        };
        let mut pages = std::mem::take(&mut index.pages.pages);
        for page in &mut pages {
            page.picture = index.picture(page)?;
            page.named = Vec::new();
        }
        index.pages.pages = pages;
        Ok(index)
    }

    /// Resolves each revisit to the content that it refers to.
    fn resolve(&mut self) {
        let open = std::mem::take(&mut self.open);
        if open.is_empty() {
            return;
        }
        let mut places = HashMap::new();
        for (number, entry) in self.entries.iter().enumerate() {
            if entry.content.is_some()
                && let Ok(number) = u32::try_from(number)
            {
                places.insert((entry.key.whole, entry.moment), number);
            }
        }
        for open in open {
            let Some(found) = self.referred(&open, &places).copied() else {
                continue;
            };
            let Some(entry) = self.entries.get_mut(open.entry) else {
                continue;
            };
            entry.content = found.content;
            if open.is_bare {
                (entry.head, entry.status) = (found.head, found.status);
            }
        }
    }
    /// Gives each answer to a request other than `GET` the key of that request, so that no other
    /// request gets it.
    fn pair(&mut self) {
        let requests = std::mem::take(&mut self.requests);
        let pairs = requests.pairs(
            |sum| {
                let found = self.names.get(&sum).or_else(|| self.revisits.get(&sum));
                found.copied()
            },
            |entry| Some(self.entries.get(entry as usize)?.key.whole),
        );
        let mut moved = HashSet::new();
        for (number, key) in pairs {
            let Some(entry) = self.entries.get_mut(number as usize) else {
                continue;
            };
            moved.insert((entry.key.whole, entry.moment));
            entry.key = key;
            // Other redirections to the same URL change the method.
            entry.is_loop &= [307, 308].contains(&entry.status);
        }
        if moved.is_empty() {
            return;
        }
        for entry in &self.entries {
            moved.remove(&(entry.key.whole, entry.moment));
        }
        let keys = &self.keys;
        let is_moved = |page: &Page| moved.contains(&(keys.of(&page.url).whole, page.moment));
        self.pages.pages.retain(|page| !is_moved(page));
    }
}

/// Separates an error of one member from an error that ends reading.
fn reason<T>(error: io::Error) -> Result<Result<T, Error>, Error> {
    let error = Error::from(error);
    match error.is_final() {
        true => Err(error),
        false => Ok(Err(error)),
    }
}

fn is_page(media_type: &str) -> bool {
    ["text/html", "application/xhtml+xml"].contains(&media_type)
}
