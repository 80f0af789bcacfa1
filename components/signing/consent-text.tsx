import { cx } from '#components/ui/cx.ts'
import { consentParagraphs } from './consent-paragraphs.ts'

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
