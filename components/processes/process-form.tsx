'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { FormProvider, type Path, useForm } from 'react-hook-form'
import { ApiFault, api } from '#components/api/client'
import { QueryFault } from '#components/api/query-fault'
import type { One } from '#components/api/records'
import { FormDocuments } from '#components/processes/form-documents'
import { controlOf, inputOf, ProcessForm } from '#components/processes/form-model'
import { FormOptions } from '#components/processes/form-options'
import { FormSigners } from '#components/processes/form-signers'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Input } from '#components/ui/input'
import type { ProcessRecord } from '#lib/processes/schema'

/** Papers, people, words and rules of a process; what is left after it are the zones. */
export function ProcessFormView({ start, draftId }: { start: ProcessForm; draftId: number | null }) {
  const form = useForm<ProcessForm>({ resolver: zodResolver(ProcessForm), defaultValues: start })
  const router = useRouter()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (input: ProcessForm) =>
      draftId === null
        ? api<One<ProcessRecord>>('POST', '/signature-processes', inputOf(input))
        : api<One<ProcessRecord>>('PATCH', `/signature-processes/${draftId}`, inputOf(input)),
    onSuccess: (answer) => {
      client.setQueryData(['processes', answer.data.id], answer)
      void client.invalidateQueries({ queryKey: ['processes', 'list'] })
      void client.invalidateQueries({ queryKey: ['documents'] })
      router.push(`/processes/${answer.data.id}/prepare`)
    },
    onError: (error) => {
      if (!(error instanceof ApiFault)) return
      for (const [field, messages] of Object.entries(error.fields))
        form.setError(controlOf(field) as Path<ProcessForm>, { message: messages.join(' ') })
    },
  })

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit((input) => save.mutate(input))}
        className="flex flex-col gap-10"
      >
        <Field label="Name of the process" error={form.formState.errors.name?.message}>
          <Input className="font-serif text-lg" {...form.register('name')} />
        </Field>
        <Part number="1" title="Documents">
          <FormDocuments />
        </Part>
        <Part number="2" title="People">
          <FormSigners />
        </Part>
        <Part number="3" title="Words and rules">
          <FormOptions />
        </Part>
        <div className="flex flex-col gap-4 border-t border-rule pt-6">
          <QueryFault error={save.error} title="The draft could not be saved." />
          <Button
            type="submit"
            look="primary"
            size="lg"
            busy={save.isPending}
            className="self-stretch sm:self-end"
          >
            Place the zones
            <ArrowRight className="size-4" aria-hidden="true" />
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

function Part({ number, title, children }: { number: string; title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-6 gap-y-4 md:grid-cols-[2.5rem_minmax(0,1fr)]">
      <span
        aria-hidden="true"
        className="figures hidden text-right font-serif text-2xl text-ink-faint italic md:block"
      >
        {number}
      </span>
      <div className="min-w-0">
        <h2 className="heading mb-4 border-b border-rule pb-2 text-xl leading-8">{title}</h2>
        {children}
      </div>
    </section>
  )
}
