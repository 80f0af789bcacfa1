import {
  Building2,
  CalendarDays,
  ChevronsUpDown,
  CircleDot,
  Hash,
  type LucideIcon,
  Mail,
  Paperclip,
  PenLine,
  Signature,
  SquareCheck,
  TextCursorInput,
  UserRound,
} from 'lucide-react'
import type { FieldType } from '#lib/pdf/zones'

const icons: Record<FieldType, LucideIcon> = {
  signature: Signature,
  initials: PenLine,
  date: CalendarDays,
  name: UserRound,
  email: Mail,
  company: Building2,
  text: TextCursorInput,
  number: Hash,
  checkbox: SquareCheck,
  radio: CircleDot,
  dropdown: ChevronsUpDown,
  attachment: Paperclip,
}

export function FieldTypeIcon({ type, className }: { type: FieldType; className?: string }) {
  const Icon = icons[type]
  return <Icon className={className ?? 'size-4 shrink-0'} strokeWidth={1.6} aria-hidden="true" />
}
