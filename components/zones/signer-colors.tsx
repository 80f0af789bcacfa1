import type { CSSProperties } from 'react'

const inks = 8

/** The style with the colour of the signer at `index`; colours repeat after eight. */
export function signerColor(index: number): CSSProperties {
  return { '--signer': `var(--signer-${(Math.max(0, index) % inks) + 1})` } as CSSProperties
}

/** A dot in the signer's colour on white, for both themes. */
export function SignerDot({ index }: { index: number }) {
  return (
    <span
      aria-hidden="true"
      style={signerColor(index)}
      className="flex size-5 shrink-0 items-center justify-center rounded-sm bg-page outline-1 outline-rule"
    >
      <span className="size-2.5 rounded-full bg-(--signer)" />
    </span>
  )
}
