// Where the element of Astro's islands looks for directives; it is there before the element.
Reflect.set(self, 'Astro', {})
