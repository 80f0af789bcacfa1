import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import type { SigningTexts } from '#lib/messages/signing'
import { CodeBoxes } from '../code/code-boxes.tsx'
import { CodeError } from '../code/code-panel.tsx'
import { describeFailure, isRefused } from '../code/code-texts.ts'
import { fill } from '../fill.ts'
import { waitText } from '../wait-text.ts'
import { beginByLink, requestVisitorCode, type Visitor } from './calls.ts'

const SECONDS_BETWEEN_SENDS = 30

interface VisitorCodeProps {
  token: string
  visitor: Visitor
  /** Whether the link makes new processes: else perhaps no code is on its way. */
  isOpen: boolean
  onBack: () => void
  onRefused: (error: unknown) => void
  t: SigningTexts
}

/** The code that was sent to a visitor; the correct one leads to the signing page. */
export function VisitorCode({ token, visitor, isOpen, onBack, onRefused, t }: VisitorCodeProps) {
  const [code, setCode] = useState('')
  /** Seconds until another code can be sent. */
  const [wait, setWait] = useState(SECONDS_BETWEEN_SENDS)
  const [pending, setPending] = useState<'send' | 'begin' | null>(null)
  /** An error, or `short`; its text is that of the language that is shown. */
  const [failure, setFailure] = useState<unknown>(null)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  useEffect(() => input.current?.focus(), [])

  async function run(step: 'send' | 'begin', action: () => Promise<void>) {
    setPending(step)
    setFailure(null)
    try {
      await action()
    } catch (error) {
      setFailure(error)
      if (error instanceof ApiError && error.status === 429) setWait(error.retryAfterSeconds ?? wait)
      onRefused(error)
      setPending(null)
      if (isRefused(error)) setCode('')
      input.current?.focus()
    }
  }
  // The button stays busy until the signing page is there.
  const begin = (digits: string) =>
    digits.length === 6
      ? run('begin', async () => location.assign(await beginByLink(token, visitor, digits, t.locale)))
      : setFailure('short')
  const sendAgain = () =>
    run('send', async () => {
      await requestVisitorCode(token, visitor, t.locale)
      setWait(SECONDS_BETWEEN_SENDS)
      setPending(null)
      setCode('')
      input.current?.focus()
    })
  const error = failure === null ? null : describeFailure(failure, t)
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void begin(code)
      }}
    >
      <p role="status" className="text-pretty [overflow-wrap:anywhere]">
        {fill(isOpen ? t.otpSent : t.linkCodeIfBegun, { email: visitor.email.trim() })}
      </p>
      <label htmlFor="visitor-code" className="mt-5 block text-sm font-medium sideways:mt-2">
        {t.otpLabel}
      </label>
      <CodeBoxes
        input={input}
        id="visitor-code"
        value={code}
        onChange={(digits) => {
          setCode(digits)
          setFailure(null)
          if (digits.length === 6 && digits !== code) void begin(digits)
        }}
        describedBy={error ? 'otp-error' : undefined}
        isInvalid={error !== null}
        isBusy={pending === 'begin'}
      />
      <CodeError message={error} />
      <div className="mt-6 flex flex-col gap-3 sm:flex-row sideways:mt-3 sideways:flex-row">
        <Button type="submit" variant="primary" size="lg" busy={pending === 'begin'}>
          {t.otpConfirm}
        </Button>
        <Button
          variant="quiet"
          size="lg"
          busy={pending === 'send'}
          unavailable={wait > 0}
          onClick={sendAgain}
        >
          {wait > 0 ? fill(t.otpAgainIn, { wait: waitText(wait, t) }) : t.otpAgain}
        </Button>
      </div>
      <Button variant="quiet" className="mt-3 w-full sm:-ms-4 sm:w-auto sideways:mt-1" onClick={onBack}>
        {t.linkChange}
      </Button>
    </form>
  )
}
