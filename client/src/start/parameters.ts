const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

const encode = (text: string) =>
  encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The subset of URLSearchParams that rendering needs: reading an address's query and building links. */
export class Parameters {
  #pairs: [string, string][]

  constructor(from: string | [string, string][] | Record<string, string> | Parameters = []) {
    if (typeof from === 'string')
      this.#pairs = from
        .replace(/^\?/, '')
        .split('&')
        .filter(Boolean)
        .map((pair) => {
          const [name = '', ...value] = pair.split('=')
          return [decode(name), decode(value.join('='))]
        })
    else this.#pairs = Symbol.iterator in from ? [...from] : Object.entries(from)
  }

  get = (name: string) => this.#pairs.find(([key]) => key === name)?.[1] ?? null
  getAll = (name: string) => this.#pairs.filter(([key]) => key === name).map(([, value]) => value)
  has = (name: string) => this.get(name) !== null
  forEach = (visit: (value: string, name: string) => void) => {
    for (const [name, value] of this.#pairs) visit(value, name)
  }
  keys = () => this.#pairs.map(([key]) => key)[Symbol.iterator]();
  [Symbol.iterator] = () => this.#pairs[Symbol.iterator]()

  set(name: string, value: string) {
    this.#pairs = [...this.#pairs.filter(([key]) => key !== name), [name, value]]
  }

  delete(name: string) {
    this.#pairs = this.#pairs.filter(([key]) => key !== name)
  }

  toString = () => this.#pairs.map((pair) => pair.map(encode).join('=')).join('&')
}
