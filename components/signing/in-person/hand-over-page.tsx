'use client'

import { Hourglass, type LucideIcon, TabletSmartphone, UserCheck } from 'lucide-react'
import { useTexts } from '#components/i18n/texts.ts'
import { Button } from '#components/ui/button.tsx'
import type { SignerLocale } from '#lib/core/locales'
import type { SigningTexts } from '#lib/messages/signing'
import { EndingMessage } from '../endings/ending-message.tsx'
import { fill } from '../fill.ts'
import { Frame } from '../frame.tsx'
import { latestTextsUrl, useSigningLanguage } from '../language.tsx'

interface HandOverProps {
  session: string
  language: SignerLocale
  /** The URL of the script with the texts in this language. */
  textsUrl: string
  view: {
    process: string
    host: string
    testMode: boolean
    tenant: { name: string; logo_url: string | null; color: string | null }
    next: { id: number; name: string }[]
    waits: boolean
  } | null
  /** The page belongs to another browser. */
  isElsewhere: boolean
}

/** The page on the device of a host between two signers. */
export function HandOverPage({
  session,
  language: initialLanguage,
  textsUrl,
  view,
  isElsewhere,
}: HandOverProps) {
  const { language, setLanguage } = useSigningLanguage(initialLanguage, 'signing')
  const t = useTexts<SigningTexts>(
    language === initialLanguage ? textsUrl : latestTextsUrl(language, 'signing'),
  )
  return (
    <Frame t={t} onLanguage={setLanguage} tenant={view?.tenant} test={view?.testMode}>
      {view ? (
        <HandOver session={session} view={view} t={t} />
      ) : (
        <EndingMessage
          icon={Hourglass}
          title={isElsewhere ? t.handElsewhereTitle : t.handEndedTitle}
          below={<HostSignIn t={t} />}
          t={t}
        >
          {isElsewhere ? t.handElsewhereWhy : t.handEndedWhy}
        </EndingMessage>
      )}
    </Frame>
  )
}

function HandOver({
  session,
  view,
  t,
}: {
  session: string
  view: NonNullable<HandOverProps['view']>
  t: SigningTexts
}) {
  const { process, host, next, waits } = view
  const state = next.length > 0 ? 'next' : waits ? 'waiting' : 'done'
  const [first] = next
  const texts = {
    next: {
      icon: TabletSmartphone,
      title: next.length === 1 ? fill(t.handTitle, { name: first!.name }) : t.handChoose,
      why: fill(t.handWhy, { host }),
    },
    waiting: { icon: Hourglass, title: t.handWaitTitle, why: t.handWaitWhy },
    done: { icon: UserCheck, title: fill(t.handDoneTitle, { host }), why: t.handDoneWhy },
  } satisfies Record<typeof state, { icon: LucideIcon; title: string; why: string }>
  const { icon, title, why } = texts[state]
  return (
    <EndingMessage
      key={title}
      icon={icon}
      eyebrow={process}
      title={title}
      t={t}
      below={
        <div className="flex flex-col gap-3">
          {next.map(({ id, name }) => (
            <form key={id} method="post" action={`/sign/in-person/${session}/${id}`}>
              <Button type="submit" variant="primary" size="lg" className="w-full sm:w-auto">
                {fill(t.handStart, { name })}
              </Button>
            </form>
          ))}
          {state === 'next' ? null : <HostSignIn t={t} />}
        </div>
      }
    >
      {why}
    </EndingMessage>
  )
}

/** Back to the dashboard: with the password of the host, or a sign-in for which the provider asks again. */
function HostSignIn({ t }: { t: SigningTexts }) {
  return (
    <a href="/login" className="text-accent underline underline-offset-4 hover:text-accent-deep">
      {t.handSignIn}
    </a>
  )
}
