'use client'

import type { CSSProperties, ReactNode } from 'react'
import { Tag } from '#components/ui/badge.tsx'
import { Mark } from '#components/ui/logo.tsx'
import { PlainImage } from '#components/ui/plain-image.tsx'
import { isRightToLeftLocale, type SignerLocale } from '#lib/core/locales'
import type { SigningTexts } from '#lib/messages/signing'
import { LanguageMenu } from './language.tsx'

interface FrameProps {
  t: SigningTexts
  onLanguage: (language: SignerLocale) => void
  tenant?: { name: string; logo_url: string | null; color: string | null } | undefined
  test?: boolean | undefined
  children: ReactNode
}

/** The tenant's colour in place of the usual accent; lighter in dark mode, for contrast with the dark background. Pages keep the usual one. */
function getAccentStyle(color: string): CSSProperties {
  const accent = `light-dark(${color}, color-mix(in srgb, ${color} 30%, white))`
  const deep = `light-dark(color-mix(in srgb, ${color} 80%, black), color-mix(in srgb, ${color} 15%, white))`
  const wash = `color-mix(in srgb, ${color} 14%, var(--card))`
  return {
    '--accent': accent,
    '--accent-deep': deep,
    '--accent-wash': wash,
  } as CSSProperties
}

/** The layout of all states of the signing page. */
export function Frame({ t, onLanguage, tenant, test, children }: FrameProps) {
  return (
    <div
      lang={t.locale}
      data-signing=""
      dir={isRightToLeftLocale(t.locale) ? 'rtl' : 'ltr'}
      className="flex min-h-dvh flex-col in-data-framed:min-h-0"
      style={tenant?.color ? getAccentStyle(tenant.color) : undefined}
    >
      {test ? <p className="bg-warn-wash px-4 py-2 text-center text-sm text-warn">{t.testBanner}</p> : null}
      <header className="mx-auto flex w-full max-w-[82rem] items-center gap-3 px-4 py-3 sm:px-6 sideways:py-1.5">
        {tenant?.logo_url ? (
          <PlainImage
            src={tenant.logo_url}
            alt={tenant.name}
            width={192}
            height={32}
            // A white background keeps a dark logo visible in dark mode.
            className="h-8 w-auto max-w-48 sideways:h-6 rounded-sm bg-[light-dark(transparent,white)] object-contain object-left rtl:object-right"
          />
        ) : (
          <>
            <Mark className="size-6 shrink-0 text-accent" />
            {/* In its own direction: it is its end that is cut. */}
            <span dir="auto" className="truncate font-serif text-lg sideways:text-base">
              {tenant?.name ?? 'Paraph'}
            </span>
          </>
        )}
        {test ? (
          <Tag tone="warn" className="ms-auto">
            {t.test.toLocaleUpperCase(t.locale)}
          </Tag>
        ) : null}
        <div className={test ? undefined : 'ms-auto'}>
          <LanguageMenu t={t} onLanguage={onLanguage} />
        </div>
      </header>
      {children}
    </div>
  )
}

/** The layout of states without documents. */
export function MessageFrame({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-[82rem] flex-1 px-4 pt-2 pb-16 sm:px-6">
      <div className="double-rule pt-10 sm:pt-16 sideways:pt-5">
        <div className="max-w-xl sm:mx-auto">{children}</div>
      </div>
    </main>
  )
}
