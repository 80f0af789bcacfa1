'use client'

import { CircleSlash, Hourglass, LinkIcon } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#components/i18n/texts.ts'
import { Button } from '#components/ui/button.tsx'
import type { SignerLocale } from '#lib/core/locales'
import type { SigningTexts } from '#lib/messages/signing'
import type { LinkVisitRecord } from '#lib/templates/visits/schema'
import { EndingMessage } from '../endings/ending-message.tsx'
import { LinkEnding } from '../endings/link-ending.tsx'
import { fill } from '../fill.ts'
import { Frame, MessageFrame } from '../frame.tsx'
import { latestTextsUrl, useSigningLanguage } from '../language.tsx'
import { findRefusal, type Refusal } from './refusal.ts'
import { VisitorForm } from './visitor-form.tsx'

interface VisitorPageProps {
  token: string
  /** Of the response that has the link. */
  status: number
  link: LinkVisitRecord | null
  language: SignerLocale
  /** The URL of the script with the texts in this language. */
  textsUrl: string
}

/** The page of a reusable link: who the visitor is, and the code that proves their address. */
export function VisitorPage({ token, status, link, language: initial, textsUrl }: VisitorPageProps) {
  const { language, setLanguage } = useSigningLanguage(initial, 'signing')
  const t = useTexts<SigningTexts>(language === initial ? textsUrl : latestTextsUrl(language, 'signing'))
  const [refusal, setRefusal] = useState(findFirstRefusal(link))
  if (!link)
    return (
      <Frame t={t} onLanguage={setLanguage}>
        <LinkEnding
          token={token}
          place={null}
          ended={null}
          status={status}
          isRetrying={false}
          onRetry={() => location.reload()}
          t={t}
        />
      </Frame>
    )
  return (
    <Frame t={t} onLanguage={setLanguage} tenant={link.tenant} test={link.test_mode}>
      {refusal ? (
        <Refused refusal={refusal} link={link} onBegun={() => setRefusal(null)} t={t} />
      ) : (
        <MessageFrame>
          <VisitorForm
            token={token}
            link={link}
            onRefused={(error) => setRefusal(findRefusal(error))}
            t={t}
          />
        </MessageFrame>
      )}
    </Frame>
  )
}

function findFirstRefusal(link: LinkVisitRecord | null): Refusal | null {
  if (!link || link.status === 'active') return null
  return link.status === 'unavailable' ? 'unavailable' : 'closed'
}

function Refused({
  refusal,
  link,
  onBegun,
  t,
}: {
  refusal: Refusal
  link: LinkVisitRecord
  onBegun: () => void
  t: SigningTexts
}) {
  const { sender, tenant } = link
  const texts = {
    closed: { icon: CircleSlash, title: t.linkClosedTitle, why: t.linkClosedWhy },
    unavailable: { icon: Hourglass, title: t.linkUnavailableTitle, why: t.linkUnavailableWhy },
    handed_over: { icon: LinkIcon, title: t.replacedTitle, why: t.replacedWhy },
  }
  const { icon, title, why } = texts[refusal]
  return (
    <EndingMessage
      key={refusal}
      icon={icon}
      eyebrow={link.name}
      title={title}
      contact={sender}
      below={
        refusal === 'closed' || (refusal === 'unavailable' && link.status === 'unavailable') ? (
          <Button size="lg" onClick={onBegun}>
            {t.linkBegun}
          </Button>
        ) : null
      }
      t={t}
    >
      {fill(why, { sender: sender.name, tenant: tenant.name })}
    </EndingMessage>
  )
}
