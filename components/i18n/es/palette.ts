import type { Messages } from '../messages.ts'

export const palette: Messages['palette'] = {
  open: 'Buscar',
  shortcut: 'Ctrl K',
  label: 'Búsqueda y comandos',
  placeholder: 'Buscar registros, páginas y acciones',
  listKeys: 'En las listas: ↑ ↓ o J K cambian de fila, X selecciona, Intro abre, / busca.',
  nothing: 'No se encontró nada.',
  records: 'Registros',
  actions: 'Acciones',
  people: 'Personas',
  pages: 'Páginas',
  newProcess: 'Nuevo proceso',
  newTemplate: 'Nueva plantilla',
  upload: 'Subir documentos',
  user: 'Usuario',
  processesOfPerson: 'Procesos',
  vaultOfPerson: 'Bóveda',
  words: {
    invite: 'persona, personas, colega, miembro',
    theme: 'tema, modo, apariencia',
    signOut: 'salir, desconectar',
  },
  topics: {
    profile: 'nombre, idioma, contraseña',
    security: 'claves de acceso, aplicación de autenticación, sesiones',
    organisation: 'uso, cuotas, reglas de inicio de sesión, conservación',
    branding: 'logotipo, color, dirección de respuesta, valores predeterminados',
    consent: 'condiciones, ESIGN, eIDAS',
    personalData: 'exportar, borrar, RGPD, privacidad',
  },
  shortcuts: {
    title: 'Atajos de teclado',
    everywhere: 'En todas partes',
    everywhereText:
      'Ctrl K (⌘K en un Mac) busca registros, personas, páginas y acciones. Las flechas e Intro eligen. Esc cierra un diálogo o menú.',
    editor: 'En el editor de campos',
  },
}
