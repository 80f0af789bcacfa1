import { cx } from '#components/ui/cx.ts'

/** A consent text as signers read it: each line a paragraph, with its label in bold. */
export function ConsentText({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <section
      aria-label={label}
      // Focusable, so that it scrolls with the keyboard too.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus (WCAG 2.1.1)
      tabIndex={0}
      dir="auto"
      className={cx(
        'flex flex-col gap-2.5 overflow-y-auto overscroll-contain rounded-md bg-well px-4 py-3 text-[0.9375rem] leading-relaxed break-words',
        className,
      )}
    >
      {consentParagraphs(text).map(({ at, label: paragraphLabel, rest }) => (
        <p key={at}>
          {paragraphLabel ? <strong className="font-semibold">{paragraphLabel}</strong> : null}
          {rest}
        </p>
      ))}
    </section>
  )
}

/** Up to four words and a colon: “Scope:”, “What I need:”, “范围：”. Words have a maximum length, so that matching is fast. */
const LABEL = /^[^\s:：]{1,30}(?:[ \u00a0][^\s:：]{1,30}){0,3}[ \u00a0]?(?::(?=\s)|：)/u

/** The lines of a consent text that are not empty, each split after its label. */
export function consentParagraphs(text: string): { at: number; label: string; rest: string }[] {
  return text.split('\n').flatMap((line, index) => {
    const paragraph = line.trim()
    const label = LABEL.exec(paragraph)?.[0] ?? ''
    return paragraph ? [{ at: index, label, rest: paragraph.slice(label.length) }] : []
  })
}
