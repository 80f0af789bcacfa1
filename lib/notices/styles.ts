import type { CSSProperties } from 'react'

const serif =
  "Palatino, 'Palatino Linotype', P052, 'URW Palladio L', 'Book Antiqua', Georgia, 'Times New Roman', serif"
const sans = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"

/** The colours of the light theme, as in app/globals.css. */
export const lightColours = {
  canvas: 'rgb(245,241,232)',
  card: 'rgb(253,251,246)',
  well: 'rgb(236,229,215)',
  ink: 'rgb(29,26,22)',
  soft: 'rgb(88,81,69)',
  faint: 'rgb(109,100,85)',
  rule: 'rgb(220,211,193)',
  accent: 'rgb(36,57,155)',
  onAccent: 'rgb(253,251,246)',
  warn: 'rgb(118,76,0)',
  warnWash: 'rgb(246,233,205)',
}

/** The colours of the dark theme. */
export const darkColours: typeof lightColours = {
  canvas: 'rgb(22,21,18)',
  card: 'rgb(31,29,25)',
  well: 'rgb(42,39,34)',
  ink: 'rgb(239,233,220)',
  soft: 'rgb(189,180,163)',
  faint: 'rgb(159,150,133)',
  rule: 'rgb(56,52,45)',
  accent: 'rgb(174,188,255)',
  onAccent: 'rgb(18,22,43)',
  warn: 'rgb(229,193,120)',
  warnWash: 'rgb(54,44,23)',
}

/** The classes of the elements that have a dark colour, for the style sheet below. */
export const darkClasses = {
  canvas: 'd-canvas',
  card: 'd-card',
  well: 'd-well',
  ink: 'd-ink',
  soft: 'd-soft',
  faint: 'd-faint',
  rule: 'd-rule',
  warn: 'd-warn',
  button: 'd-button',
  link: 'd-link',
}

const darkRules = [
  `.d-canvas{background-color:${darkColours.canvas}!important}`,
  // The table cell that the library adds around the body has no class.
  `.d-canvas>table>tbody>tr>td{background-color:${darkColours.canvas}!important}`,
  `.d-card{background-color:${darkColours.card}!important;border-color:${darkColours.rule}!important}`,
  `.d-well{background-color:${darkColours.well}!important;border-color:${darkColours.rule}!important}`,
  `.d-ink{color:${darkColours.ink}!important}`,
  `.d-soft{color:${darkColours.soft}!important}`,
  `.d-faint{color:${darkColours.faint}!important}`,
  `.d-rule{border-color:${darkColours.ink}!important}`,
  `.d-warn{color:${darkColours.warn}!important;background-color:${darkColours.warnWash}!important}`,
  `.d-button{background-color:${darkColours.accent}!important;color:${darkColours.onAccent}!important}`,
  `.d-link{color:${darkColours.accent}!important}`,
]

/** The style sheet in the head: dark theme, and narrow screens, where buttons are as wide as the text. */
export const styleSheet = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${darkRules.join('')}}`,
  // Outlook on the web marks elements whose colours or backgrounds it changes in dark mode.
  ...darkRules.flatMap((rule) => [`[data-ogsc] ${rule}`, `[data-ogsb] ${rule}`]),
  '@media (max-width:480px){.card{padding:24px 20px 20px!important}.button{display:block!important;text-align:center!important}}',
].join('\n')

/** The last line has more than one word; Japanese lines end between phrases, where the email client can find them. */
const wholeWords = { textWrap: 'pretty', wordBreak: 'auto-phrase' } as const

export const styles = {
  canvas: { margin: 0, padding: '24px 8px 40px', backgroundColor: lightColours.canvas, fontFamily: sans },
  card: {
    width: '100%',
    maxWidth: '560px',
    padding: '32px 40px 28px',
    backgroundColor: lightColours.card,
    border: `1px solid ${lightColours.rule}`,
    borderRadius: '3px',
  },
  letterhead: {
    margin: '0 0 12px',
    fontFamily: serif,
    fontSize: '17px',
    lineHeight: '24px',
    color: lightColours.ink,
    overflowWrap: 'anywhere',
  },
  /** Logos are made for a white page: it stays white in dark mode. */
  logo: {
    margin: '0 0 12px',
    padding: '8px',
    width: 'fit-content',
    backgroundColor: '#ffffff',
    borderRadius: '3px',
  },
  /** The font of the alternative text, which stands for an image that is not shown. */
  logoImage: {
    display: 'block',
    fontFamily: serif,
    fontSize: '17px',
    lineHeight: '24px',
    color: 'rgb(29,26,22)',
    overflowWrap: 'anywhere',
  },
  rule: { borderTop: `3px double ${lightColours.ink}`, fontSize: '1px', lineHeight: '1px' },
  test: {
    margin: '20px 0 0',
    padding: '8px 12px',
    fontSize: '14px',
    lineHeight: '20px',
    color: lightColours.warn,
    backgroundColor: lightColours.warnWash,
    borderRadius: '3px',
  },
  heading: {
    margin: '28px 0 12px',
    fontFamily: serif,
    fontWeight: 400,
    fontSize: '27px',
    lineHeight: '34px',
    letterSpacing: '-0.01em',
    color: lightColours.ink,
    textWrap: 'balance',
    wordBreak: 'auto-phrase',
    overflowWrap: 'anywhere',
  },
  text: {
    ...wholeWords,
    margin: '0 0 20px',
    fontSize: '16px',
    lineHeight: '25px',
    color: lightColours.ink,
    overflowWrap: 'anywhere',
  },
  code: {
    margin: '8px 0 20px',
    fontFamily: mono,
    fontSize: '34px',
    lineHeight: '44px',
    letterSpacing: '0.18em',
    color: lightColours.ink,
  },
  quote: {
    margin: '0 0 20px',
    padding: '12px 16px',
    backgroundColor: lightColours.well,
  },
  label: { margin: '0 0 4px', fontSize: '13px', lineHeight: '18px', color: lightColours.faint },
  quoted: {
    margin: 0,
    fontSize: '15px',
    lineHeight: '23px',
    color: lightColours.ink,
    overflowWrap: 'anywhere',
  },
  fact: {
    margin: '0 0 12px',
    fontSize: '15px',
    lineHeight: '22px',
    color: lightColours.ink,
    overflowWrap: 'anywhere',
  },
  factLabel: { fontSize: '13px', lineHeight: '18px', color: lightColours.faint },
  action: { margin: '28px 0 20px' },
  button: {
    padding: '13px 24px',
    fontSize: '16px',
    fontWeight: 500,
    color: lightColours.onAccent,
    backgroundColor: lightColours.accent,
    borderRadius: '3px',
    textDecoration: 'none',
  },
  bare: {
    ...wholeWords,
    margin: '0 0 20px',
    fontSize: '13px',
    lineHeight: '20px',
    color: lightColours.faint,
  },
  link: {
    color: lightColours.accent,
    textDecoration: 'underline',
    overflowWrap: 'anywhere',
    wordBreak: 'break-all',
  },
  small: {
    ...wholeWords,
    margin: '0',
    fontSize: '14px',
    lineHeight: '21px',
    color: lightColours.soft,
    overflowWrap: 'anywhere',
  },
  foot: { width: '100%', maxWidth: '560px', padding: '0 16px' },
  why: {
    margin: '16px 0 0',
    fontSize: '13px',
    lineHeight: '19px',
    color: lightColours.faint,
    textAlign: 'center',
    textWrap: 'balance',
    wordBreak: 'auto-phrase',
  },
} satisfies Record<string, CSSProperties>

/** The line beside a quote, where its lines begin: many email clients know no logical properties. */
export const quoteLine = {
  ltr: { borderLeft: `3px solid ${lightColours.rule}` },
  rtl: { borderRight: `3px solid ${lightColours.rule}` },
}
