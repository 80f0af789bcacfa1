import type { Messages } from '../messages.ts'

export const folders: Messages['folders'] = {
  title: 'Carpetas',
  intro: 'Documentos, procesos y plantillas, y quién puede verlos.',
  search: 'Buscar carpetas',
  noMatch: 'Ninguna carpeta coincide. Pruebe con menos palabras.',
  new: 'Nueva carpeta',
  empty: 'Todavía no hay carpetas',
  emptyText:
    'Una carpeta puede ser para todos o para los usuarios que usted elija: solo ellos ven su contenido.',
  emptyReadOnly: 'Ningún administrador le ha dado todavía acceso a una carpeta.',
  columns: { access: 'Acceso', created: 'Creada' },
  counts: {
    documents: '{count, plural, one {# documento} other {# documentos}}',
    processes: '{count, plural, one {# proceso} other {# procesos}}',
    templates: '{count, plural, one {# plantilla} other {# plantillas}}',
  },
  access: {
    label: 'Acceso',
    everyone: 'Todos',
    everyoneHint: 'Todos los usuarios de su organización, en la medida en que su rol lo permita.',
    administrators: 'Administradores',
    count: '{count, plural, one {# usuario} other {# usuarios}}',
    selected: 'Usuarios seleccionados',
    selectedHint:
      'Los demás usuarios no ven su contenido, ni siquiera en la bóveda. Los administradores lo ven siempre.',
  },
  users: {
    chooseOne: 'Elija al menos un usuario.',
    label: 'Usuarios <selected>({count, plural, one {# seleccionado} other {# seleccionados}})</selected>',
    search: 'Buscar usuarios',
    noMatch: 'Ningún usuario coincide.',
    none: 'Todavía no hay usuarios aparte de los administradores.',
    more: 'Hay más. Busque un nombre o un correo electrónico.',
  },
  form: {
    changeTitle: 'Cambiar «{name}»',
    create: 'Crear',
    changed: '«{name}» se ha cambiado.',
    created: '«{name}» se ha creado.',
  },
  menu: { change: 'Renombrar o cambiar el acceso' },
  deletion: {
    title: '¿Eliminar «{name}»?',
    text: 'Solo se puede eliminar una carpeta vacía, para que ningún contenido pase a ser visible para todos.',
    done: '«{name}» se ha eliminado.',
  },
  folder: 'Carpeta',
  noFolder: 'Sin carpeta',
  none: 'Ninguna',
  move: {
    action: 'Mover a una carpeta',
    button: 'Mover',
    title: 'Mover «{name}»',
    document: 'Un documento de un proceso o de una plantilla se mueve junto con ellos.',
    process: 'Sus documentos y las copias firmadas de la bóveda se mueven con él.',
    template: 'Sus documentos se mueven con ella, y los procesos nuevos que se creen con ella empiezan allí.',
    hint: 'Los usuarios sin acceso a la carpeta dejarán de verlo.',
    done: '«{name}» se ha movido.',
  },
}
