// Where Astro's island element looks for directives; must exist before that element is defined.
Reflect.set(self, 'Astro', {})
