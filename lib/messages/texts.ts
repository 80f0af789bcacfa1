/** Texts by key, nested. */
export interface Texts {
  [key: string]: string | Texts
}
