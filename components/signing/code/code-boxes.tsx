import { type RefObject, useState } from 'react'
import { cx } from '#components/ui/cx.ts'
import { withLatinDigits } from '#lib/core/text/digits'

const positions = [0, 1, 2, 3, 4, 5]
const LENGTH = positions.length

interface CodeBoxesProps {
  input: RefObject<HTMLInputElement | null>
  id: string
  value: string
  onChange: (digits: string) => void
  /** The id of the error or hint; undefined without one. */
  describedBy: string | undefined
  isInvalid: boolean
  isBusy: boolean
}

/**
 * A code in six boxes. They only show the digits of one input above them, so that pasting, autofill and screen readers
 * find a usual text field.
 */
export function CodeBoxes({ input, id, value, onChange, describedBy, isInvalid, isBusy }: CodeBoxesProps) {
  const [hasFocus, setFocus] = useState(false)
  /** What an input method composes: it would go on from its own text after a change, and repeat the digits. */
  const [composition, setComposition] = useState<string | null>(null)
  const digits = composition === null ? value : readDigits(composition)
  const current = Math.min(digits.length, LENGTH - 1)

  function take(text: string, isComposing: boolean) {
    const read = readDigits(text)
    const waits = isComposing && read !== text
    setComposition(waits ? text : null)
    if (!waits) onChange(read)
  }

  return (
    <div dir="ltr" className="relative mt-2 w-full max-w-84 sideways:mt-1">
      <div aria-hidden="true" className={cx('flex gap-2 sm:gap-2.5', isBusy && 'opacity-60')}>
        {positions.map((index) => (
          <span
            key={index}
            className={cx(
              'figures grid h-14 min-w-0 flex-1 place-items-center rounded-md border bg-card font-mono text-2xl transition-colors sm:h-16 sideways:h-12',
              isInvalid ? 'border-danger' : digits[index] ? 'border-ink-soft' : 'border-rule-strong',
              hasFocus && index === current && 'border-accent outline-2 -outline-offset-1 outline-accent',
              index === 3 && 'ms-1',
            )}
          >
            {digits[index] ?? (hasFocus && index === current ? <Caret /> : null)}
          </span>
        ))}
      </div>
      <input
        ref={input}
        id={id}
        value={composition ?? value}
        onChange={({ target, nativeEvent }) => take(target.value, (nativeEvent as InputEvent).isComposing)}
        onCompositionEnd={({ currentTarget }) => take(currentTarget.value, false)}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onSelect={({ currentTarget }) => moveCaretToEnd(currentTarget)}
        readOnly={isBusy}
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        className="absolute inset-0 h-full w-full cursor-text rounded-md bg-transparent text-base text-transparent caret-transparent forced-color-adjust-none outline-none selection:bg-transparent"
      />
    </div>
  )
}

/** The first six digits of a text, as Latin ones. */
export function readDigits(text: string): string {
  return withLatinDigits(text).replace(/\D/g, '').slice(0, LENGTH)
}

/** The boxes show the caret after the last digit, where typing goes on. */
function moveCaretToEnd(input: HTMLInputElement): void {
  const { length } = input.value
  if (input.selectionStart === input.selectionEnd && input.selectionStart !== length)
    input.setSelectionRange(length, length)
}

function Caret() {
  return <span className="h-6 w-px animate-pulse bg-ink motion-reduce:animate-none" />
}
