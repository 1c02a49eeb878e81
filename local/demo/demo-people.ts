import type { Prng } from '#local/prng.ts'

/** An invented person, with an address for each request: rate limits count by address. */
export interface DemoPerson {
  firstName: string
  lastName: string
  name: string
  email: string
  phone: string
  ip: string
  address: { line1: string; line2?: string; city: string; postcode: string }
}

export interface DemoPeople {
  /** Returns somebody who was not here before. */
  newcomer: (lastName?: string) => DemoPerson
  /** Returns somebody who may have been here before. */
  anybody: () => DemoPerson
}

const FIRST_NAMES =
  'Adaeze Aidan Alys Amina Aoife Bartosz Beatriz Benedict Bernadette Bríd Callum Carys Chidi Chloé Ciarán Dervla Dilys Edith Eilidh Elspeth Esme Fatima Fergus Fionnuala François Gráinne Gwen Harriet Hamza Idris Ines Jarek Joss Keeley Kwame Leila Lorcan Maeve Magdalena Marguerite Meilin Mohan Nadia Niamh Olu Orla Pádraig Priya Renée Rhys Roisín Rosalind Saoirse Seán Siân Sinéad Soraya Sunniva Tomasz Winifred Yusuf Zoë'.split(
    ' ',
  )
// Most are places around Liverpool, so that nobody is called like this.
const LAST_NAMES =
  'Aigburth Ainsdale Allerton-Rae Anfield-Shaw Birkdale Bromborough Caldy Childwall Croxteth Crosby-Nwosu Dovecot Everton-Hale Fazakerley Formby Garston Gateacre Hightown Hoylake Huyton Kirkdale Knotty-Ashe Litherland Maghull Mossley Neston O’Bootle O’Dingle O’Garston O’Speke O’Toxteth Otterspool Pierhead Prenton Rimrose Seacombe Seaforth Sefton-Müller Skelmersdale Tuebrook Walton-Núñez Wavertree Żurawska-Hale'.split(
    ' ',
  )
const STREETS = ['Example Street', 'Heron Row', 'Sandgrounder Terrace', 'Ropery Mews', 'Lanternslide Road']
const EMAIL_HOSTS = ['example.com', 'example.org', 'example.net']
/** Numbers and addresses that are reserved for fiction and documentation (Ofcom; RFC 5737). */
const PHONES = ['0151 496 0', '07700 900']
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113']

export function createPeople(prng: Prng): DemoPeople {
  const known: DemoPerson[] = []
  const names = new Set<string>()

  /** Returns a first name that nobody with this last name has yet. */
  function firstNameFor(lastName: string): string {
    const free = FIRST_NAMES.filter((name) => !names.has(`${name} ${lastName}`))
    return prng.pick(free.length > 0 ? free : FIRST_NAMES)
  }

  function newcomer(lastName = prng.pick(LAST_NAMES)): DemoPerson {
    const firstName = firstNameFor(lastName)
    const nth = known.length
    const person: DemoPerson = {
      firstName,
      lastName,
      name: `${firstName} ${lastName}`,
      email: `${mailbox(firstName)}.${mailbox(lastName)}${names.has(`${firstName} ${lastName}`) ? nth : ''}@${prng.pick(EMAIL_HOSTS)}`,
      phone: `${prng.pick(PHONES)}${prng.between(100, 999)}`,
      ip: `${NETWORKS[nth % NETWORKS.length]}.${1 + (Math.floor(nth / NETWORKS.length) % 254)}`,
      address: {
        line1: `${prng.between(1, 140)} ${prng.pick(STREETS)}`,
        ...(prng.chance(0.2) && { line2: `Flat ${prng.between(1, 9)}` }),
        city: 'Liverpool',
        postcode: `L${prng.between(1, 36)} 0A${prng.pick(['A', 'B', 'D', 'E'])}`,
      },
    }
    names.add(person.name)
    known.push(person)
    return person
  }

  return { newcomer, anybody: () => (known.length > 8 && prng.chance(0.35) ? prng.pick(known) : newcomer()) }
}

/** Returns "zurawska-hale" for "Żurawska-Hale". */
const mailbox = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z-]/g, '')
    .toLowerCase()
