// What advertising rules do not let a clinic say without trials that show it: https://www.asa.org.uk/codes-and-rulings
const FORBIDDEN = [
  /\bcur(e|es|ed|ing)\b/i,
  /\bheal(s|ed|er|ers|ing)?\b/i,
  /\bguarante/i,
  /\bmirac/i,
  /\b(clinically|scientifically) proven\b/i,
  /\b(detox|toxins?)\b/i,
  /\b(cancer|depression|infertility|arthritis|stroke|parkinson|multiple sclerosis|glaucoma)\b/i,
  /\binstead of (your|a) (GP|doctor|medicine)/i,
  /\b(100% safe|risk-free|no side effects|pain-?free|painless)\b/i,
]

/** Returns the words of a text that advertising rules do not allow. */
export const forbiddenClaims = (text: string): string[] =>
  FORBIDDEN.flatMap((claim) => claim.exec(text)?.[0] ?? [])
