import { type ComponentProps, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { isEmailAddress } from '#lib/core/email/canonical-email'
import { trimText } from '#lib/core/text/clean'
import type { SigningTexts } from '#lib/messages/signing'
import type { LinkVisitRecord } from '#lib/templates/visits/schema'
import { CodeError } from '../code/code-panel.tsx'
import { fill } from '../fill.ts'
import { formatError } from '../notice.tsx'
import { requestVisitorCode, type Visitor } from './calls.ts'
import { VisitorCode } from './visitor-code.tsx'

interface VisitorFormProps {
  token: string
  link: LinkVisitRecord
  /** Told of every error of the service: some are said in place of the form. */
  onRefused: (error: unknown) => void
  t: SigningTexts
}

/** The name and address of a visitor, then the code. */
export function VisitorForm({ token, link, onRefused, t }: VisitorFormProps) {
  const [visitor, setVisitor] = useState<Visitor>({ name: '', email: '' })
  /** Once a code was requested, whether the link made new processes then. */
  const [sent, setSent] = useState<{ isOpen: boolean } | null>(null)
  const { sender, tenant } = link
  return (
    <>
      <h1 className="heading break-keep text-3xl [overflow-wrap:anywhere] sm:text-4xl sideways:text-2xl">
        {link.name}
      </h1>
      <p className="mt-3 text-lg text-pretty text-ink-soft sideways:mt-1 sideways:text-base">
        {fill(t.linkIntro, { sender: sender.name, tenant: tenant.name })}
      </p>
      <div className="mt-8 rounded-lg border border-rule bg-card p-5 shadow-lift sm:p-8 sideways:mt-4 sideways:p-4">
        {sent ? (
          <VisitorCode
            token={token}
            visitor={visitor}
            isOpen={sent.isOpen}
            onBack={() => setSent(null)}
            onRefused={onRefused}
            t={t}
          />
        ) : (
          <WhoForm
            token={token}
            visitor={visitor}
            onChange={setVisitor}
            onSent={(isOpen) => setSent({ isOpen })}
            onRefused={onRefused}
            t={t}
          />
        )}
      </div>
      <p className="mt-5 text-sm text-pretty text-ink-soft">{fill(t.linkPrivacy, { tenant: tenant.name })}</p>
    </>
  )
}

interface WhoFormProps {
  token: string
  visitor: Visitor
  onChange: (visitor: Visitor) => void
  onSent: (isOpen: boolean) => void
  onRefused: (error: unknown) => void
  t: SigningTexts
}

type Errors = Partial<Record<keyof Visitor, 'requiredMissing' | 'notEmail'>>

function WhoForm({ token, visitor, onChange, onSent, onRefused, t }: WhoFormProps) {
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const isHydrated = useHydrated()
  const control = (name: keyof Visitor) => ({
    name,
    value: visitor[name],
    onChange: ({ target }: { target: { value: string } }) => {
      onChange({ ...visitor, [name]: target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })
  const submit: ComponentProps<'form'>['onSubmit'] = async (event) => {
    event.preventDefault()
    const found = findErrors(visitor)
    setErrors(found)
    setFailure(null)
    const [first] = Object.keys(found)
    if (first) return event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    try {
      onSent(await requestVisitorCode(token, visitor, t.locale))
    } catch (error) {
      setFailure(error)
      onRefused(error)
    }
    setBusy(false)
  }
  return (
    <form
      inert={!isHydrated}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-5 sideways:grid sideways:grid-cols-2 sideways:gap-3"
    >
      <Field label={t.name} error={errors.name && t[errors.name]}>
        <Input autoComplete="name" maxLength={255} className="h-12" {...control('name')} />
      </Field>
      <Field label={t.email} error={errors.email && t[errors.email]}>
        <Input type="email" inputMode="email" autoComplete="email" className="h-12" {...control('email')} />
      </Field>
      <CodeError message={failure === null ? null : formatError(failure, t)} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full sm:w-auto sm:self-start"
        busy={isBusy}
      >
        {t.otpSend}
      </Button>
    </form>
  )
}

function findErrors({ name, email }: Visitor): Errors {
  return {
    ...(!trimText(name) && { name: 'requiredMissing' }),
    ...(!isEmailAddress(email.trim()) && { email: 'notEmail' }),
  }
}
