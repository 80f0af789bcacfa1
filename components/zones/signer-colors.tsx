import type { CSSProperties } from 'react'
import { getCssColor } from '#components/zones/signer-palette.ts'

/** With more signers, dots of this size are hard to tell apart by their colour alone. */
const DOTS_WITHOUT_NUMBER = 8

/** The style with the colour of the signer at `index`. */
export function signerColor(index: number): CSSProperties {
  return { '--signer': getCssColor(index) } as CSSProperties
}

/** A dot in the signer's colour on white, for both themes; with a number where there are many. */
export function SignerDot({ index }: { index: number }) {
  return (
    <span
      aria-hidden="true"
      style={signerColor(index)}
      className="flex size-5 shrink-0 items-center justify-center rounded-sm bg-page outline-1 outline-rule"
    >
      {index < DOTS_WITHOUT_NUMBER ? (
        <span className="size-2.5 rounded-full bg-(--signer)" />
      ) : (
        <span className="figures text-[11px] font-semibold text-(--signer)">{index + 1}</span>
      )}
    </span>
  )
}
