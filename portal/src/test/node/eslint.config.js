import js from '@eslint/js';
import lit from 'eslint-plugin-lit';
import globals from 'globals';

export default [
  js.configs.recommended,
  lit.configs['flat/recommended'],
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' },
    rules: {
      curly: 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'prefer-template': 'error',
    },
  },
  { files: ['**/*.test.js', '**/stage.js'], languageOptions: { globals: globals.node } },
];
