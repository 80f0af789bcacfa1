/** The handwriting fonts of typed signatures, four for European languages first, and their names. */
export const handwritingFonts = {
  caveat: 'Caveat',
  'dancing-script': 'Dancing Script',
  'great-vibes': 'Great Vibes',
  mynerve: 'Mynerve',
  marhey: 'Marhey',
  'gveret-levin': 'Gveret Levin',
  kalam: 'Kalam',
  'zen-kurenaido': 'Zen Kurenaido',
  'ma-shan-zheng': 'Ma Shan Zheng',
  'nanum-pen-script': 'Nanum Pen Script',
} as const
export type HandwritingFont = keyof typeof handwritingFonts
export const handwritingFontNames = Object.keys(handwritingFonts) as [HandwritingFont, ...HandwritingFont[]]
