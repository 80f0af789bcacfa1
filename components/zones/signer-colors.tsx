import type { CSSProperties } from 'react'

const inks = 8

/** The style that gives what it is put on the ink of the signer at `index`; the inks repeat after eight. */
export function signerColor(index: number): CSSProperties {
  return { '--signer': `var(--signer-${(Math.max(0, index) % inks) + 1})` } as CSSProperties
}

/** A drop of the signer's ink on a scrap of white paper, so that it reads by day and by night. */
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
