#!/usr/bin/env node
// Committed, so that npm can link it before the build.
import '../dist/main.js';
