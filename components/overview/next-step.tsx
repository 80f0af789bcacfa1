'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NewProcessButton } from '#components/processes/list/new-process-button.tsx'
import { useNameList, useProgressText } from '#components/processes/process-texts.tsx'
import type { ProcessSummary } from '#components/processes/summary.ts'
import { Button } from '#components/ui/button.tsx'

interface NextStepProps {
  drafts: ProcessSummary[] | undefined
  liveProcesses: ProcessSummary[] | undefined
  ended: ProcessSummary[] | undefined
  /** Undefined while loading. */
  hasProcesses: boolean | undefined
  mayWrite: boolean
}

/** The most useful next step: a failed seal, a draft, a refusal, or the first process. */
export function NextStep({ drafts, liveProcesses, ended, hasProcesses, mayWrite }: NextStepProps) {
  const t = useTranslations('overview.nextStep')
  const progressText = useProgressText()
  const formatNames = useNameList()
  if (!drafts || !liveProcesses || !ended) return null
  const notSealed = liveProcesses.find((process) => process.seal_error)
  const refusedProcess = ended[0]?.status === 'refused' ? ended[0] : undefined
  const draft = drafts[0]
  if (notSealed)
    return (
      <StepCard
        title={t('notSealed.title', { name: notSealed.name })}
        action={<PrimaryLink href={`/processes/${notSealed.id}`} label={t('notSealed.action')} />}
      >
        {progressText(notSealed)}
      </StepCard>
    )
  if (draft && mayWrite)
    return (
      <StepCard
        title={t('draft.title', { name: draft.name })}
        action={<PrimaryLink href={`/processes/${draft.id}/prepare`} label={t('draft.action')} />}
      >
        {draft.signers.length > 0
          ? t('draft.signers', { names: formatNames(draft.signers) })
          : t('draft.noSigners')}
      </StepCard>
    )
  if (refusedProcess)
    return (
      <StepCard
        title={t('refused.title', { name: refusedProcess.name })}
        action={<PrimaryLink href={`/processes/${refusedProcess.id}`} label={t('refused.action')} />}
      >
        {t('refused.text', {
          names: formatNames(refusedProcess.signers.filter((signer) => signer.status === 'refused')),
        })}
      </StepCard>
    )
  if (hasProcesses === false && mayWrite)
    return (
      <StepCard title={t('first.title')} action={<NewProcessButton />}>
        {t('first.text')}
      </StepCard>
    )
  return null
}

interface StepCardProps {
  title: string
  children: ReactNode
  action: ReactNode
}

function StepCard({ title, children, action }: StepCardProps) {
  const t = useTranslations('overview.nextStep')
  return (
    <section aria-label={t('label')} className="double-rule">
      <div className="flex flex-col gap-4 pt-6 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">
          <h2 className="heading text-xl break-words">{title}</h2>
          <p className="mt-1 max-w-xl text-ink-soft">{children}</p>
        </div>
        <div className="shrink-0">{action}</div>
      </div>
    </section>
  )
}

function PrimaryLink({ href, label }: { href: string; label: string }) {
  return (
    <Button asChild variant="primary">
      <Link href={href}>{label}</Link>
    </Button>
  )
}
