import { useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import type { SigningTexts } from '#lib/messages/signing'
import { CodeForm } from '../code/code-form.tsx'
import { describeFailure, isRefused } from '../code/code-texts.ts'
import { SECONDS_BETWEEN_SENDS, useCountdown } from '../code/use-countdown.ts'
import { fill } from '../fill.ts'
import { beginByLink, requestVisitorCode, type Visitor } from './calls.ts'

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
  const [wait, setWait] = useCountdown(SECONDS_BETWEEN_SENDS)
  const [pending, setPending] = useState<'send' | 'check' | null>(null)
  /** An error, or `short`; its text is that of the language that is shown. */
  const [failure, setFailure] = useState<unknown>(null)
  const input = useRef<HTMLInputElement>(null)

  async function run(step: 'send' | 'check', action: () => Promise<void>) {
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
      ? run('check', async () => location.assign(await beginByLink(token, visitor, digits, t.locale)))
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
    <>
      <p role="status" className="text-pretty [overflow-wrap:anywhere]">
        {fill(isOpen ? t.otpSent : t.linkCodeIfBegun, { email: visitor.email.trim() })}
      </p>
      <CodeForm
        {...{ input, code, error, pending, wait, t }}
        id="visitor-code"
        attemptsLeft={null}
        className="mt-5 sideways:mt-2"
        onChange={(digits) => {
          setCode(digits)
          setFailure(null)
        }}
        onCheck={begin}
        onSend={sendAgain}
      />
      <Button variant="quiet" className="mt-3 w-full sm:-ms-4 sm:w-auto sideways:mt-1" onClick={onBack}>
        {t.linkChange}
      </Button>
    </>
  )
}
