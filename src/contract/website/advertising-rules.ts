export interface AdvertisingRule {
  /** The words that it is about. */
  pattern: RegExp
  /** What the rule says, and what one may say instead. The owner reads it. */
  says: string
  source: string
  /** https. */
  url: string
  /** Day on which a stored copy of the page at `url` was read. */
  lookedUp: string
  /** Whether the build stops if src/content has the words. All other rules only hint. */
  stopsBuild?: true
}

const CAP_CODE_12 = 'https://www.asa.org.uk/type/non_broadcast/code_section/12.html'
const ADVICE = 'https://www.asa.org.uk/advice-online'

/**
 * Words that advertising rules may not allow a clinic, by the CAP Code and by what the Advertising Standards Authority
 * (ASA) advises and has ruled. A pattern knows no context, so it may be wrong; the advertiser may have a proof.
 */
export const ADVERTISING_RULES: readonly AdvertisingRule[] = [
  {
    pattern: /\bcur(e|es|ed|ing)\b/i,
    says: 'It promises that an illness goes away for good. You could say how a visit feels, for example “time to rest and unwind”.',
    source: 'CAP Code, rule 12.7',
    url: CAP_CODE_12,
    lookedUp: '2026-11-29',
    stopsBuild: true,
  },
  {
    pattern: /\bheal(s|ed|er|ers|ing)?\b/i,
    says: 'It sounds like a promise to make an illness better, which needs trials with people. You could say that a visit is calming and comforting.',
    source: 'ASA advice: Healing therapy',
    url: `${ADVICE}/health-healing-therapy.html`,
    lookedUp: '2026-11-29',
    stopsBuild: true,
  },
  {
    pattern: /\bguarante\w*/i,
    says: 'People differ, and a result may only be promised if trials with people prove it. You could say what many people enjoy, for example “a calm hour”.',
    source: 'CAP Code, rule 12.1',
    url: CAP_CODE_12,
    lookedUp: '2026-11-29',
    stopsBuild: true,
  },
  {
    pattern: /\bmirac\w*/i,
    says: 'The bolder the claim, the stronger the proof has to be. You could simply describe what happens during a visit.',
    source: 'CAP news: Six tips on sound substantiation',
    url: 'https://www.asa.org.uk/news/evidently-evidence-is-everything-six-tips-on-sound-substantiation.html',
    lookedUp: '2026-11-29',
    stopsBuild: true,
  },
  {
    pattern: /\b(clinically|scientifically) proven\b/i,
    says: 'Please only say this if you have the trials with people that prove it. You could describe how the treatment is done and how it feels.',
    source: 'ASA advice: Substantiation for health, beauty and slimming claims',
    url: `${ADVICE}/substantiation-for-health-beauty-and-slimming-claims.html`,
    lookedUp: '2026-11-29',
    stopsBuild: true,
  },
  {
    pattern: /\b(detox|toxins?)\b/i,
    says: 'The liver and the kidneys clear the body, and the ASA has seen no proof that anything else does. You could say “refreshing” or “relaxing”.',
    source: 'ASA advice: Detoxing',
    url: `${ADVICE}/detoxing-general.html`,
    lookedUp: '2026-11-29',
    stopsBuild: true,
  },
  {
    pattern: /\b(cancer|depression|infertility|arthritis|stroke|parkinson|multiple sclerosis|glaucoma)\b/i,
    says: 'Only suitably qualified health professionals may offer to treat an illness as serious as this. You could say that a visit is calming, and works alongside the care of a GP.',
    source: 'CAP Code, rule 12.2',
    url: CAP_CODE_12,
    lookedUp: '2026-11-29',
    stopsBuild: true,
  },
  {
    pattern: /\binstead of (your|a) (GP|doctor|medicine)/i,
    says: 'Nobody may be put off the medical care that they need. You could say that you work alongside the care of a GP.',
    source: 'ASA advice: Therapies (general)',
    url: `${ADVICE}/health-therapies-general.html`,
    lookedUp: '2026-11-29',
    stopsBuild: true,
  },
  {
    pattern: /\b(100% safe|risk-free|no side effects|pain-?free|painless)\b/i,
    says: 'You need proof before you say that nothing can hurt or go wrong. You could say how you take care, for example “we ask about your health first”.',
    source: 'CAP Code, rule 12.9',
    url: CAP_CODE_12,
    lookedUp: '2026-11-29',
    stopsBuild: true,
  },
  {
    pattern:
      /\bnatural(ly)?,? (and |so |therefore |it is |it[’']s |completely |perfectly )*safe\b|\bsafe,? (and |because |since |as )*(it is |it[’']s )?(all |100% |completely |purely )?natural\b|\b(absolutely|completely|entirely|perfectly|totally) safe\b|\bwithout (any )?side effects\b/i,
    says: 'Nothing is safe merely because it is natural, and “completely safe” needs proof. You could say what it is made of, and ask people to tell you about allergies.',
    source: 'ASA advice: “Safe”',
    url: `${ADVICE}/types-of-claims-safe.html`,
    lookedUp: '2026-11-29',
  },
  {
    pattern:
      /\b(treat(s|ed|ing)?|treatments? (for|of)|help(s|ed|ing)? (with|against)|reliev(e|es|ed|ing)|relief (for|from|of)|eas(e|es|ed|ing)|prevent(s|ed|ing)?|acupuncture for|massage for|for people with)\b[^.:;?!]{0,40}\b(ADHD|anxiety|asthma|autism|Crohn[’']s|diabetes|epilepsy|fibromyalgia|high blood pressure|hypertension|IBS|insomnia|irritable bowel|long covid|migraines?|panic attacks|psoriasis|PTSD|tinnitus)\b|\b(digestive|eating|eye|gynaecological|menstrual|mental health|neurological|psychological|sleep) disorders?\b/i,
    says: 'Saying that you treat or help with a medical condition needs trials, and for many of them a medical qualification. You could say how people feel, for example “many find it relaxing”.',
    source: 'ASA advice: References to medical conditions',
    url: `${ADVICE}/health-therapies-and-references-to-medical-conditions.html`,
    lookedUp: '2026-11-29',
  },
  {
    pattern:
      /\bfertility (acupuncture|boost|massage|method|programme|support)\b|\b(aid|boost|enhanc|help|improv|increas|support)(e|s|es|ing)? (with )?(your |natural )?fertility\b|\bhelp(s|ed|ing)? (you |women |couples )?(to )?(conceive|get pregnant)\b|\bIVF (success|support)\b/i,
    says: 'The ASA has found such words misleading without trials, and they may keep somebody from seeing a doctor. You could say that a visit is time to relax.',
    source: 'ASA advice: Massage and body work',
    url: `${ADVICE}/therapies-massage-and-body-work.html`,
    lookedUp: '2026-11-29',
  },
  {
    pattern:
      /\bhot flush(es)?\b|\bnight sweats\b|\b(peri)?menopaus\w+ (relief|symptoms?)\b|\b(treat|reliev|eas|reduc|stop)(e|es|ed|s|ing)?\b[^.:;?!]{0,30}menopaus\w*|\b(balanc|regulat|restor)(e|es|ed|ing) (the |your )?hormon\w*|\bhormon(al|e) balance\b/i,
    says: 'Claims about symptoms of the menopause or about hormones count as medical. You could say that women in these years are welcome, and that many enjoy the rest.',
    source: 'ASA advice: The menopause',
    url: `${ADVICE}/healthcare-the-menopause.html`,
    lookedUp: '2026-11-29',
  },
  {
    pattern:
      /\b(boost|build|enhanc|improv|increas|speed|stimulat|strengthen|support)(e|s|es|ing)? (up )?(the |your )?(body[’']s )?(immun\w*|circulation|metabolism|blood (circulation|flow))|\bimmun(e|ity)[- ]boost\w*/i,
    says: 'In a ruling about cupping, such claims about the body’s defences and circulation were misleading without proof. You could say that many people feel refreshed afterwards.',
    source: 'ASA ruling: BodyToxing, December 2014',
    url: 'https://www.asa.org.uk/Rulings/Adjudications/2014/12/BodyToxing/SHP_ADJ_274451.aspx',
    lookedUp: '2026-11-29',
  },
  {
    pattern:
      /\b(lose|losing|shed) (weight|inches|fat|\d+ ?(kg|kilos?|lbs?|stone))\b|\b(weight|inch|fat)[- ]loss\b|\bslimming\b|\b(burn|melt)(s|ing)? (away )?fat\b|\bcellulite\b/i,
    says: 'Whatever is said to help people lose weight must be backed by strict trials. You could say that a visit helps people to unwind.',
    source: 'CAP Code, rule 13.1',
    url: 'https://www.asa.org.uk/type/non_broadcast/code_section/13.html',
    lookedUp: '2026-11-29',
  },
  {
    pattern:
      /(?<!\b(?:decided|determined|ready|want|wish) to )\b(stop|quit|quitting|stopping|give up|giving up) (smoking|vaping)\b|\baddictions?\b|\b(beat|break|kick)(s|ing)? (the|that|your|a bad) habit\b/i,
    says: 'Nobody gives up a habit without wanting to, so it may not sound easy or certain. You could say “if you have decided to stop smoking, a visit may help you to relax”.',
    source: 'ASA advice: Stopping smoking',
    url: `${ADVICE}/health-smoking-stopping.html`,
    lookedUp: '2026-11-29',
  },
  {
    pattern:
      /\b(number one|no\.? ?1|leading|finest|foremost|best|most (effective|experienced|trusted|qualified)) (\w+ )?(acupuncturists?|acupuncture|care|clinics?|massage|practitioners?|therap(y|ies|ists?)|treatments?)\b|\b(best|finest|number one|no\.? ?1) in \w+|\bthe (only|first) ([\w-]+ ){1,4}in (the UK|Britain|England|Scotland|Wales|town|the (area|city|country|region))\b/i,
    says: 'To be the best, the first or the only one is a comparison with everybody else, so you need proof of it first. You could say what you do, and since when.',
    source: 'ASA advice: Superlative claims',
    url: `${ADVICE}/types-of-claims-superlative.html`,
    lookedUp: '2026-11-29',
  },
  {
    pattern: /\b(Dr\.?|Doctor) \p{Lu}[\p{L}’'-]+|\bDoctor of (?!Philosophy)\p{Lu}\p{L}+/u,
    says: 'Visitors take “Dr” for a medical doctor who is registered with the GMC. For anybody else, you could write the name and the profession, for example “acupuncturist”.',
    source: 'ASA advice: Use of the term “Dr”: Chinese medicine practitioners',
    url: `${ADVICE}/use-of-the-term-dr-chinese-medicine-practitioners.html`,
    lookedUp: '2026-11-29',
  },
  {
    pattern:
      /\bbefore[- ]and[- ]after (photo|picture|pic|image|result|shot)\w*|\btestimonials?\b|\b(our|one) (clients?|customers?|patients?) (says?|said|wrote|writes?)\b/i,
    says: 'Pictures and words of clients count as your own claims: you need proof that they are real, and trials for what they say about health. You could quote how somebody was looked after.',
    source: 'ASA advice: Before and after photos',
    url: `${ADVICE}/before-and-after-photos.html`,
    lookedUp: '2026-11-29',
  },
  {
    pattern:
      /\b(NHS|NICE|GP|doctor|hospital|government)[- ](approved|backed|endorsed|recommended)\b|\b(approved|backed|endorsed|recommended) by (the )?(NHS|NICE|doctors|GPs|hospitals|government|World Health Organi[sz]ation)\b/i,
    says: 'Please only say this if that body really has approved of you. You could name your training, your memberships and the insurers that pay.',
    source: 'ASA advice: Official endorsements',
    url: `${ADVICE}/official-endorsements.html`,
    lookedUp: '2026-11-29',
  },
]
