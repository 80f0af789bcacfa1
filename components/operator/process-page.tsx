'use client'

import { useTranslations } from 'use-intl'
import { ActionButton } from '#components/operator/action-button.tsx'
import { OperatorHead } from '#components/operator/operator-frame.tsx'
import { PageBody } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import type { ProcessExplanation } from '#lib/operator/dashboard/process'

interface ProcessPageProps {
  /** What was asked for; empty at first. */
  id: string
  /** Null: there is no such process. */
  explanation: ProcessExplanation | null
}

/** Why a process of any organisation waits. */
export function ProcessPage({ id, explanation }: ProcessPageProps) {
  const t = useTranslations('operator.processes')
  const tOperator = useTranslations('operator')
  const name =
    explanation && tOperator('organisation', { name: explanation.organisation, id: explanation.tenantId })
  return (
    <PageBody>
      <OperatorHead page="processes" />
      <form method="get" action="/operator/processes" className="max-w-md">
        <Field
          label={t('id')}
          error={id !== '' && !explanation ? t('unknown', { id }) : undefined}
          beside={
            <Button type="submit" variant="primary">
              {t('explain')}
            </Button>
          }
        >
          <Input name="id" inputMode="numeric" autoComplete="off" defaultValue={id} required />
        </Field>
      </form>
      {explanation && name ? (
        <Section title={t('found', { id: explanation.id, name })} className="mt-10">
          <ul lang="en" className="list-disc space-y-2 pl-5">
            {explanation.reasons.map((reason) => (
              <li key={reason} className="break-words">
                {reason}
              </li>
            ))}
          </ul>
          {explanation.hasWork ? (
            <div className="mt-5">
              <ActionButton
                action={{ action: 'seal_process', process: explanation.id }}
                label={t('seal.label')}
                title={t('seal.title', { id: explanation.id })}
                text={t('seal.text')}
                subject={name}
                done={t('seal.done', { id: explanation.id })}
              />
            </div>
          ) : null}
        </Section>
      ) : null}
    </PageBody>
  )
}
