import { createHash } from 'node:crypto'
import * as home from '#content/home.ts'
import { LOGO } from '#content/logo.ts'
import { practitioners } from '#content/practitioners.ts'
import { shop } from '#content/shop.ts'
import { therapiesInFiles } from '#content/therapies.ts'

/** What a clinic writes itself, by its file in src/content. */
export const OWN_TEXTS: Record<string, unknown> = {
  'home.ts': home,
  'shop.ts': shop,
  'practitioners.ts': practitioners,
  'logo.ts': LOGO,
  ...Object.fromEntries(therapiesInFiles.map((therapy) => [`therapies/${therapy.id}.ts`, therapy])),
}

/** Shorter ones may be the same by chance. */
const CHARACTERS_MIN = 25

/** Texts at any depth. */
export const sentencesIn = (content: unknown): string[] => {
  if (typeof content === 'string') return content.length < CHARACTERS_MIN ? [] : [content]
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(sentencesIn) : []
}

export const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 6)

/** Digests of what the default clinic says and treats, so that another one is told what it has left. */
export const defaultTexts =
  '-KlM0M -WqGeA -tnE9C 05RzNF 0L4XIP 0VfH_w 0WHVjs 0bAOx4 0bFG05 0vTkJJ 1nz9Be 1paBUs 2E3t6T 2GLH0W 2g87Xn 2gBY2l 2zbZi4 3VI154 45lBoK 4A79bI 4HEhMn 4PqsAw 5ADV9t 5Az9Df 5eodTx 5gl4XG 61rnyH 62AJr5 6Q6VTc 6STGZC 6gcmSM 7DHFAG 7V-XZy 7rLWoa 8XmPzR 9Bgwni 9iqjI5 A4tpnl ASVg4_ BmzYL1 CBY2kS CHhOZG C_oueW CtJxtQ DEtGy5 Dhfdzz Dn7Xty EVIkkj Ef7t3e Ef7xbn ExHZL9 F4EZJq FF3xS7 FK7Cvs Fg-5VZ FqQPCD G8zyH4 GeWLKN GpHBUR H0cMu7 HC8Gj9 J6ZTIL JVwYQK Jhsc7U LPPY7Z Ll2htr My3XUI NDX_IE NgWtRA Ns2dt7 Nxjj6j O8lLp2 OWQypv Og6R7L OgzY25 PLRrXr QQ1Gty RGyy70 S4myra S6Ei2m SBv3hE T5XrbH TszOTD URcMDB UrlAs3 V7e2KB VA8iKC VEZuFm VM8L8k VQpqLB VU-rCc VgxXLK WOgwkA WdIIfO WelTrN Wz9qIU XX7bcZ X_w9io Xo-Dhe XsrHEd XvAMH2 Xw2TP5 YC-hyv Ym98j5 Zf8Giy _nX61H aCvQxS aG-Ygf aG32GI aKaoA5 aVrCX3 b5UaFC bRbY-x bujPte bwhvMi cBv11Z cabdwx cjQAMK ckHEbJ d0dBdS d5sSJI dJu1mi ddqSZz e53h1M eC9ZWF eWt5cM eyde5I fTuXgC gE1LjO geQMkO gitLdI gj7X_F h3YohM h7wqBB hDQs1p hTuzlM hgpv8f hnwnZN hwS5oY iPrnMc iXyenp ijXlkJ ip1GHD j6N50l jEHwzj jEkMnF jZ59Vs jeFQ7j kVsGEv kkI-fs kkmJIS lCj1tt lHXSvs lTZwM0 m0qkC3 mG9Dmt mex0-7 n_veSa o019Ks oT1FpI oT943v otgxjG pHU4SG pNl02j qfWHU7 qmmZN6 quvEf5 r8_Fk9 sAb3ev sRaCOz sTCnel sUIsb- sfQRAw t3fydR tA4XZV tpPAeK tpeceb uVkn_L uhHW30 uj6zz2 vBZlT4 vvmiMg w34Yks wkRF3U xVQU5I xviW0W y1qTyc yitZfM yr8so9 zeAsYI znIBM6 zoWNes'

const known = new Set(defaultTexts.split(' '))

const isOfDefault = (text: string) => known.has(digest(text))

/** Returns the sentences that the default clinic has, too. */
export const defaultsIn = (content: unknown): string[] => sentencesIn(content).filter(isOfDefault)

/** Returns the treatments that came with the website and that no word of the clinic's own names. */
export function treatmentsLeft(treatments: readonly string[], texts: Record<string, unknown>): string[] {
  const words = JSON.stringify(texts).toLowerCase()
  return treatments.filter((treatment) => isOfDefault(treatment) && !words.includes(treatment.toLowerCase()))
}
