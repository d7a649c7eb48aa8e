const figureAndUnit =
  /(\d) (?=(?:kg|g|[kmµc]?m²?|mm\/s|m\/s²?|N·m|N|Wh?|V|A|k?Hz|h|min|m?s|°C?|dB|[MG]B)(?![\w/²·]))/g

/** The text with each figure and its unit on one line, such as `6 kg`, by a no-break space. */
export function withUnits(text: string): string {
  return text.replace(figureAndUnit, '$1\u00a0')
}
