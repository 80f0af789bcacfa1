'use client'

import { CircleSlash } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fill } from '#components/signing/fill.ts'
import { Button } from '#components/ui/button.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { cx } from '#components/ui/cx.ts'
import { formatTag } from '#lib/core/locales'
import { formatSizeIn } from '#lib/core/text/format-size'
import type { VerifyTexts } from '#lib/messages/verify'
import { describeVerdict } from '#lib/signing/verify/plain-words'
import type { VerificationRecord } from '#lib/signing/verify/schema'
import { downloadReport, findErrorText } from './calls.ts'
import { DifferenceList } from './differences.tsx'
import { formatMoment } from './format.ts'
import { listLogFacts } from './log-facts.tsx'
import { verdictLooks } from './looks.ts'
import { SignatureItem } from './signature.tsx'

interface ResultProps {
  file: File
  verification: VerificationRecord
  onAnother: () => void
  t: VerifyTexts
}

/** What the verification of a file found: the verdict in plain words, then each signature, then the pages. */
export function Result({ file, verification, onAnother, t }: ResultProps) {
  const { signatures } = verification
  const hasLaterRevisions = signatures.some(({ covers_whole_file: isLast }) => !isLast)
  return (
    <>
      <Verdict verification={verification} t={t} />
      <div className="mt-6">
        <Facts
          rows={[
            { name: t.facts.file, value: <bdi className="break-all">{verification.filename}</bdi> },
            { name: t.facts.size, value: formatSizeIn(formatTag(t.locale), verification.size) },
            {
              name: t.facts.hash,
              value: <span className="font-mono text-xs break-all">{verification.sha256}</span>,
            },
            ...listLogFacts(verification.evidence, t),
          ]}
        />
      </div>
      {signatures.length > 0 ? (
        <Section title={t.signatures} className="mt-10">
          <ol className="flex flex-col gap-4">
            {signatures.map((signature) => (
              <SignatureItem key={signature.field} signature={signature} t={t} />
            ))}
          </ol>
        </Section>
      ) : null}
      {hasLaterRevisions ? (
        <DifferenceList
          file={file}
          signatures={signatures}
          isChanged={verification.verdict === 'changed'}
          t={t}
        />
      ) : null}
      <Actions file={file} onAnother={onAnother} t={t} />
    </>
  )
}

function Verdict({ verification, t }: Pick<ResultProps, 'verification' | 't'>) {
  const { verdict, test_mode: isTest, voided_at: voidedAt } = verification
  const { icon: Icon, className } = verdictLooks[verdict]
  const { title, text } = describeVerdict(verification, t)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  return (
    <section className={cx('mt-6 rounded-lg border px-5 py-6 sm:flex sm:gap-5 sm:px-7 sm:py-8', className)}>
      <Icon className="size-12 shrink-0 max-sm:mb-3" strokeWidth={1.25} aria-hidden="true" />
      <div>
        <h1 ref={heading} tabIndex={-1} className="heading text-2xl outline-none sm:text-3xl">
          {title}
        </h1>
        <p className="mt-2 text-lg text-pretty text-ink">{text}</p>
        {isTest ? <p className="mt-3 font-medium text-warn">{t.test}</p> : null}
        {voidedAt ? (
          <p className="mt-3 flex gap-2 font-medium text-danger">
            <CircleSlash className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
            {fill(t.voided, { date: formatMoment(voidedAt, t) })}
          </p>
        ) : null}
        {verification.faults.map((fault) => (
          <p key={fault} lang="en" className="mt-3 text-ink">
            {fault}
          </p>
        ))}
      </div>
    </section>
  )
}

function Actions({ file, onAnother, t }: Pick<ResultProps, 'file' | 'onAnother' | 't'>) {
  const [busy, setBusy] = useState<'pdf' | 'json' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const download = (format: 'pdf' | 'json') => {
    setBusy(format)
    setError(null)
    downloadReport(file, format, t.locale)
      .catch(setError)
      .finally(() => setBusy(null))
  }
  return (
    <div className="mt-10 flex flex-wrap gap-3 border-t border-rule pt-6 print:hidden">
      <Button variant="primary" onClick={onAnother}>
        {t.again}
      </Button>
      <Button busy={busy === 'pdf'} onClick={() => download('pdf')}>
        {t.report.pdf}
      </Button>
      <Button busy={busy === 'json'} onClick={() => download('json')}>
        {t.report.json}
      </Button>
      <p role="alert" className="w-full text-danger empty:hidden">
        {error ? findErrorText(error, t) : null}
      </p>
    </div>
  )
}
