'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import Link from 'next/link'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { safePath, signInWithFactor, startSignIn } from '#components/auth/sign-in.ts'
import { FactorForm } from '#components/second-factor/factor-form.tsx'
import type { FactorProof, FactorRequest } from '#components/second-factor/request.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { ErrorAlert } from '#components/ui/states.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

const Login = z.object({
  email: z.string().trim().min(1, 'Enter your email address.'),
  password: z.string().min(1, 'Enter your password.'),
})
type Login = z.infer<typeof Login>

export function LoginForm({ next }: { next: string | undefined }) {
  const alive = useHydrated()
  const form = useForm<Login>({ resolver: zodResolver(Login), defaultValues: { email: '', password: '' } })
  const [refusal, setRefusal] = useState<string | null>(null)
  const [request, setRequest] = useState<FactorRequest | null>(null)
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  async function submit({ email, password }: Login) {
    setRefusal(null)
    const result = await startSignIn(email, password)
    if (result === null) return enter()
    if (typeof result !== 'string') return setRequest(result)
    setRefusal(result)
    form.resetField('password')
    form.setFocus('password')
  }

  function goBack() {
    form.reset({ email: form.getValues('email'), password: '' })
    setRequest(null)
  }

  async function sendFactor(challenge: string, proof: FactorProof): Promise<string | null> {
    const error = await signInWithFactor(challenge, proof)
    if (error === null) enter()
    return error
  }

  function enter() {
    // A full page load, so that no data of an earlier session stays in memory.
    location.assign(safePath(next))
  }

  if (request)
    return (
      <div className="flex flex-col gap-5">
        <p>Your password is right. Now confirm that it is you.</p>
        <FactorForm
          request={request}
          submitLabel="Sign in"
          onProof={(proof) => sendFactor(request.challenge, proof)}
        />
        <Button variant="quiet" onClick={goBack}>
          Back
        </Button>
      </div>
    )

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-5">
      {refusal ? <ErrorAlert message={refusal} /> : null}
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" autoFocus {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Link
        href="/recovery"
        className="-mt-2 self-start text-sm text-ink-soft underline underline-offset-2 hover:text-ink"
      >
        Forgot your password?
      </Link>
      <Button
        type="submit"
        disabled={!alive}
        variant="primary"
        size="lg"
        busy={isSubmitting || (isSubmitSuccessful && !refusal)}
      >
        Sign in
      </Button>
    </form>
  )
}
