import Link from 'next/link'
import type { ReactNode } from 'react'
import { useNamesOf } from '#components/processes/process-texts.tsx'
import { NewProcessButton } from '#components/processes/processes-page.tsx'
import { Button } from '#components/ui/button.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

interface NextThingProps {
  drafts: ProcessRecord[] | undefined
  live: ProcessRecord[] | undefined
  ended: ProcessRecord[] | undefined
  mayWrite: boolean
}

function Card({ title, children, action }: { title: ReactNode; children: ReactNode; action: ReactNode }) {
  return (
    <section aria-label="Next step" className="double-rule">
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

/** The most useful next step: a failed seal, a refusal, a draft, or the first process. */
export function NextStep({ drafts, live, ended, mayWrite }: NextThingProps) {
  const namesOf = useNamesOf()
  if (!drafts || !live || !ended) return null
  const stuck = live.find((process) => process.seal_error)
  const refused = ended[0]?.status === 'refused' ? ended[0] : undefined
  const draft = drafts[0]
  const openLink = (process: ProcessRecord, label: string) => (
    <Button asChild variant="primary">
      <Link href={`/processes/${process.id}`}>{label}</Link>
    </Button>
  )
  if (stuck)
    return (
      <Card title={`“${stuck.name}” cannot be sealed yet`} action={openLink(stuck, 'See why')}>
        Everyone has signed. Sealing is retried until it succeeds.
      </Card>
    )
  if (draft && mayWrite)
    return (
      <Card
        title={`“${draft.name}” has not been sent`}
        action={
          <Button asChild variant="primary">
            <Link href={`/processes/${draft.id}/prepare`}>Continue</Link>
          </Button>
        }
      >
        {draft.signers.length > 0 ? `Draft for ${namesOf(draft.signers)}.` : 'Draft without signers.'}
      </Card>
    )
  if (refused)
    return (
      <Card title={`“${refused.name}” was refused`} action={openLink(refused, 'Read why')}>
        {namesOf(refused.signers.filter((signer) => signer.status === 'refused'))} did not sign.
      </Card>
    )
  if (live.length + ended.length === 0 && mayWrite)
    return (
      <Card title="Send your first document for signature" action={<NewProcessButton />}>
        Choose a PDF, name the people who sign it, draw where they sign. They get a mail each; you watch it
        come back.
      </Card>
    )
  return null
}
