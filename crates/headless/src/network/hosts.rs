//! The hosts that a program may reach.

/// A host that may be reached, at one port or at any.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rule {
    /// The host name in lower case; `None` for any host.
    host: Option<String>,
    port: Option<u16>,
}

/// A list of hosts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hosts(Vec<Rule>);

impl Hosts {
    /// Makes a list from texts: `HOST`, `HOST:PORT`, `[::1]:PORT`, or `*` for all hosts.
    ///
    /// # Errors
    ///
    /// Fails for any other text.
    pub fn parse<T: AsRef<str>>(texts: &[T]) -> Result<Hosts, String> {
        let rules = texts.iter().map(|text| rule(text.as_ref()));
        Ok(Hosts(rules.collect::<Result<_, _>>()?))
    }

    /// Returns true if no host may be reached.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if every host that may be reached is this machine.
    pub fn is_local(&self) -> bool {
        self.0.iter().all(|rule| {
            let is_local = |host: &String| match host.parse::<std::net::IpAddr>() {
                Ok(address) => address.is_loopback(),
                Err(_) => host == "localhost",
            };
            rule.host.as_ref().is_some_and(is_local)
        })
    }

    /// Returns the filter of hosts for URL loaders.
    pub fn reach(&self) -> crate::fetch::Reach {
        let hosts = self.clone();
        std::sync::Arc::new(move |host: &str, port| hosts.allows(host, port))
    }

    /// Returns true if a port of a host may be reached.
    pub fn allows(&self, host: &str, port: u16) -> bool {
        self.0.iter().any(|rule| {
            let is_port = rule.port.is_none_or(|allowed| allowed == port);
            is_port && rule.is_host(host)
        })
    }

    /// Returns true if any port of a host may be reached.
    pub fn allows_some(&self, host: &str) -> bool {
        self.0.iter().any(|rule| rule.is_host(host))
    }
}

impl Rule {
    fn is_host(&self, host: &str) -> bool {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        match &self.host {
            Some(allowed) => allowed.eq_ignore_ascii_case(host),
            None => true,
        }
    }
}

fn rule(text: &str) -> Result<Rule, String> {
    let wrong = || format!("{text:?} is neither a host nor HOST:PORT");
    if text == "*" {
        return Ok(Rule {
            host: None,
            port: None,
        });
    }
    let is_address = text.parse::<std::net::Ipv6Addr>().is_ok();
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !is_address && !port.ends_with(']') => {
            (host, Some(port.parse().map_err(|_| wrong())?))
        }
        _ => (text, None),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    if host.is_empty() || host.contains(['/', '@', ' ']) {
        return Err(wrong());
    }
    Ok(Rule {
        host: Some(host.to_ascii_lowercase()),
        port,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_may_name_this_machine_alone() {
        for (texts, is_local) in [
            (&["localhost", "127.0.0.1:80", "[::1]:9"][..], true),
            (&["localhost", "example.com"], false),
            (&["*"], false),
        ] {
            let hosts = Hosts::parse(texts).unwrap();
            assert_eq!(hosts.is_local(), is_local, "{texts:?}");
            assert!(!hosts.is_empty());
        }
    }

    #[test]
    fn a_list_names_hosts_and_ports() {
        let hosts = Hosts::parse(&["Example.com", "127.0.0.1:80", "[::1]:9"]).unwrap();
        for (host, port, is_allowed) in [
            ("example.com", 1, true),
            ("EXAMPLE.com", 443, true),
            ("www.example.com", 443, false),
            ("127.0.0.1", 80, true),
            ("127.0.0.1", 81, false),
            ("::1", 9, true),
            ("[::1]", 9, true),
            ("::1", 8, false),
        ] {
            assert_eq!(hosts.allows(host, port), is_allowed, "{host}:{port}");
        }
        assert!(hosts.allows_some("127.0.0.1") && !hosts.allows_some("10.0.0.1"));
    }

    #[test]
    fn a_star_is_all_and_an_empty_list_nothing() {
        assert!(Hosts::parse(&["*"]).unwrap().allows("anybody", 1));
        assert!(!Hosts::default().allows("anybody", 1));
    }

    #[test]
    fn names_that_are_not_hosts_are_refused() {
        for text in ["", ":80", "host:x", "host:70000", "http://host", "a b"] {
            assert!(Hosts::parse(&[text]).is_err(), "{text}");
        }
        assert!(Hosts::parse(&["::1"]).unwrap().allows("::1", 5));
    }
}
