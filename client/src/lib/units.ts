const figureAndUnit =
  /(\d) (?=(?:kg|g|[kmµc]?m²?|mm\/s|m\/s²?|N·m|N|Wh?|V|A|k?Hz|h|min|m?s|°C?|dB|[MG]B)(?![\w/²·]))/g

/** Joins each figure and its unit, such as `6 kg`, with a no-break space. */
export function withUnits(text: string): string {
  return text.replace(figureAndUnit, '$1\u00a0')
}
