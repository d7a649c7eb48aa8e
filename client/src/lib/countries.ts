/** ISO 3166-1 alpha-2 codes, and XK for Kosovo: those that the server accepts. */
const codes =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZ' +
  'DEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJM' +
  'JOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONP' +
  'NRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTO' +
  'TRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSXKYEYTZAZMZW'

const names = new Intl.DisplayNames('en', { type: 'region' })

/** A country's English name; an unknown code is returned as is. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

export type Country = { code: string; name: string }

/** All countries by name, the most likely one first. */
export function countries(first: string): Country[] {
  const all = (codes.match(/../g) ?? []).map((code) => ({ code, name: countryName(code) }))
  const rank = ({ code }: Country) => (code === first ? 0 : 1)
  return all.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'))
}
