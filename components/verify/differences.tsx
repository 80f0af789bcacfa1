'use client'

import { useEffect, useState } from 'react'
import { fill } from '#components/signing/fill.ts'
import { Section } from '#components/ui/card.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import type { VerifyTexts } from '#lib/messages/verify'
import type { DifferencesRecord } from '#lib/signing/verify/differences-schema'
import type { SignatureRecord } from '#lib/signing/verify/schema'
import { loadDifferences } from './calls.ts'
import { PagePicture, type PageRecord } from './page-picture.tsx'

interface DifferenceListProps {
  file: File
  signatures: SignatureRecord[]
  /** Whether the file was changed in ways that are not permitted. */
  isChanged: boolean
  t: VerifyTexts
}

/** The pages that look different after a signature, before and after, with the changed areas marked. */
export function DifferenceList({ file, signatures, isChanged, t }: DifferenceListProps) {
  const [differences, setDifferences] = useState<DifferencesRecord | 'failed' | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    loadDifferences(file, controller.signal).then(setDifferences, () => {
      if (!controller.signal.aborted) setDifferences('failed')
    })
    return () => controller.abort()
  }, [file])
  return (
    <Section title={t.differences.title} className="mt-10">
      <div role="status">
        {differences === null ? (
          <p className="flex items-center gap-3 text-ink-soft">
            <Spinner /> {t.differences.drawing}
          </p>
        ) : null}
        {differences === 'failed' ? <p className="text-ink-soft">{t.differences.failed}</p> : null}
        {differences && differences !== 'failed' ? <Found differences={differences} t={t} /> : null}
      </div>
      {differences && differences !== 'failed' ? (
        <div data-changed={isChanged || undefined} className="group/pages">
          <Revisions differences={differences} signatures={signatures} t={t} />
        </div>
      ) : null}
    </Section>
  )
}

/** How many pages look different, also for those who hear. */
function Found({
  differences: { revisions, omitted },
  t,
}: {
  differences: DifferencesRecord
  t: VerifyTexts
}) {
  const count = revisions.reduce((sum, { pages }) => sum + pages.length, 0)
  if (count > 0) return <p className="mb-4 text-ink-soft">{fill(t.differences.found, { count })}</p>
  return omitted === 0 ? <p className="text-ink-soft">{t.differences.none}</p> : null
}

function Revisions({
  differences: { revisions, omitted },
  signatures,
  t,
}: Pick<DifferenceListProps, 'signatures' | 't'> & { differences: DifferencesRecord }) {
  const findName = (field: string) => signatures.find((signature) => signature.field === field)?.signer
  return (
    <>
      <ol className="flex flex-col gap-8">
        {revisions.map(({ from, pages }) => (
          <li key={from}>
            <h3 className="font-medium">{fill(t.differences.between, { name: findName(from) || from })}</h3>
            <ul className="mt-3 flex flex-col gap-6">
              {pages.map((page) => (
                // A removed page and a new one may have one number.
                <Page key={`${page.page} ${page.before === null} ${page.after === null}`} page={page} t={t} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {omitted > 0 ? (
        <p className="mt-4 text-sm text-ink-soft">{fill(t.differences.omitted, { count: omitted })}</p>
      ) : null}
    </>
  )
}

function Page({ page, t }: { page: PageRecord; t: VerifyTexts }) {
  const name = fill(t.differences.page, { page: page.page })
  return (
    <li>
      <h4 className="text-sm text-ink-soft">{name}</h4>
      <div className="mt-2 grid grid-cols-2 items-start gap-3 sm:gap-5">
        <PagePicture page={page} picture={page.before} label={t.differences.before} name={name} t={t} />
        <PagePicture page={page} picture={page.after} label={t.differences.after} name={name} t={t} />
      </div>
    </li>
  )
}
