import { cx } from '#components/ui/cx.ts'

/** A consent text as signers read it: each line a paragraph, a short first word with a colon as its label. */
export function ConsentText({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <section
      aria-label={label}
      // Scrolls with the keyboard, too.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus (WCAG 2.1.1)
      tabIndex={0}
      dir="auto"
      className={cx(
        'flex flex-col gap-2.5 overflow-y-auto overscroll-contain rounded-md bg-well px-4 py-3 text-[0.9375rem] leading-relaxed break-words',
        className,
      )}
    >
      {paragraphsOf(text).map(({ at, heading, rest }) => (
        <p key={at}>
          {heading ? <strong className="font-semibold">{heading}</strong> : null}
          {rest}
        </p>
      ))}
    </section>
  )
}

/** The lines that are not empty, split after a label such as “Scope:”. */
function paragraphsOf(text: string) {
  return text.split('\n').flatMap((line, at) => {
    const [, heading = '', rest = ''] = /^((?:[^\s:]+[ \u00a0]?){1,4}:(?=\s))?(.*)$/u.exec(line.trim()) ?? []
    return heading || rest ? [{ at, heading, rest }] : []
  })
}
