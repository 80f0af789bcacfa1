/** The reader's choice of light; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

export const themeCookie = 'paraph_theme'

export function asTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}
