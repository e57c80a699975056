#!/usr/bin/env node
// Stands in the repository, so that npm can link it before anything is built.
import '../dist/main.js';
