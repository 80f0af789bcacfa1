'use client'

import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#components/i18n/texts.ts'
import { LanguageMenu, latestTextsUrl, useSigningLanguage } from '#components/signing/language.tsx'
import { Wordmark } from '#components/ui/logo.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { isRightToLeftLocale, type SignerLocale } from '#lib/core/locales'
import type { VerifyTexts } from '#lib/messages/verify'
import type { VerificationRecord } from '#lib/signing/verify/schema'
import { computeHash, findErrorText, verifyFile } from './calls.ts'
import { FileChooser } from './file-chooser.tsx'
import { LinkedDocument, type LinkStatus } from './file-status.tsx'
import { Result } from './result.tsx'

interface VerifyPageProps {
  language: SignerLocale
  /** The URL of the script with the texts in this language. */
  textsUrl: string
  /** What is known of the hash in the page's URL; null without one. */
  status: LinkStatus | null
}

/** A chosen file: what the browser knows of it, and then the verification. */
interface Chosen {
  file: File
  sha256?: string | null
  verification?: VerificationRecord
  error?: unknown
}

/** The public page that verifies a file. */
export function VerifyPage({ language: initialLanguage, textsUrl, status }: VerifyPageProps) {
  const { language, setLanguage } = useSigningLanguage(initialLanguage, 'verify')
  const t = useTexts<VerifyTexts>(
    language === initialLanguage ? textsUrl : latestTextsUrl(language, 'verify'),
  )
  const { chosen, choose } = useChosenFile()
  return (
    <div
      lang={language}
      dir={isRightToLeftLocale(language) ? 'rtl' : 'ltr'}
      className="flex min-h-dvh flex-col"
    >
      <header className="mx-auto flex w-full max-w-3xl items-center justify-between px-5 py-4 sm:px-8">
        <Link href="/" aria-label="Paraph">
          <Wordmark />
        </Link>
        <div className="print:hidden">
          <LanguageMenu t={t} onLanguage={setLanguage} />
        </div>
      </header>
      <main className="mx-auto w-full max-w-3xl flex-1 px-5 pb-20 sm:px-8">
        <div className="double-rule pt-8 sm:pt-12">
          {chosen?.verification ? null : (
            <>
              <h1 className="heading text-3xl sm:text-4xl">{t.title}</h1>
              <p className="mt-3 max-w-xl text-lg text-pretty text-ink-soft">{t.intro}</p>
            </>
          )}
          {status ? <LinkedDocument status={status} sha256={chosen?.sha256} t={t} /> : null}
          <Progress chosen={chosen} t={t} />
          {chosen?.verification ? (
            <Result
              file={chosen.file}
              verification={chosen.verification}
              onAnother={() => choose(null)}
              t={t}
            />
          ) : (
            <FileChooser onFile={choose} t={t} />
          )}
        </div>
      </main>
    </div>
  )
}

/** Where the verification of the file stands, for those who see and for those who hear. */
function Progress({ chosen, t }: { chosen: Chosen | null; t: VerifyTexts }) {
  return (
    <div role="status">
      {chosen && !chosen.verification && !chosen.error ? (
        <p className="mt-8 flex items-center gap-3 text-lg">
          <Spinner /> <span>{t.checking}</span>
        </p>
      ) : null}
      {chosen?.error ? (
        <p className="mt-8 rounded-md border border-danger/40 bg-danger-wash px-4 py-3 text-danger">
          {findErrorText(chosen.error, t)} <bdi className="break-all">{chosen.file.name}</bdi>
        </p>
      ) : null}
    </div>
  )
}

/** A file is verified as soon as it is chosen, in place of the one before. */
function useChosenFile() {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  function choose(file: File | null) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setChosen(file && { file })
    if (!file) return
    const add = (facts: Partial<Chosen>) => {
      if (!controller.signal.aborted) setChosen((before) => before && { ...before, ...facts })
    }
    computeHash(file).then(
      (sha256) => add({ sha256 }),
      () => add({ sha256: null }),
    )
    verifyFile(file, controller.signal).then(
      (verification) => add({ verification, sha256: verification.sha256 }),
      (error: unknown) => add({ error }),
    )
  }
  return { chosen, choose }
}
